import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { groupCardNumber } from './card'
import { testCards } from './test-cards'

it('every test card is told in docs/test-cards.md as the bank treats it, and no other', () => {
  const told = readFileSync('docs/test-cards.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  expect(told).toEqual(testCards.map(({ number, summary }) => `| ${groupCardNumber(number)} | ${summary} |`))
})
