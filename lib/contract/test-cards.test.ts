import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { groupCardNumber } from './card'
import { testCardGroups } from './test-card-groups'
import { testCardGroupOf, testCards } from './test-cards'

it('docs/test-cards.md lists every test card with its outcome, and no other', () => {
  const rows = readFileSync('docs/test-cards.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  expect(rows).toEqual(testCards.map(({ number, summary }) => `| ${groupCardNumber(number)} | ${summary} |`))
})

it('the table starts with the cards that a page shows first: approved ones of three brands', () => {
  const large = testCards.slice(0, 3)
  expect(large.map(testCardGroupOf)).toEqual(['approved', 'approved', 'approved'])
  expect(new Set(large.map(({ brand }) => brand)).size).toBe(3)
})

it('every group has cards that a payer can see', () => {
  const seen = testCards.filter(({ shows }) => shows !== 'saved_card').map(testCardGroupOf)
  expect(testCardGroups.filter((group) => !seen.includes(group))).toEqual([])
})
