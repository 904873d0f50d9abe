import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { testAccountOf, testAccounts } from './test-bank-transfers'

it('the page lists every test account with its outcome', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/settlements.md'), 'utf8')
  const listed = [...page.matchAll(/^\| (\d{12}) \| (\w+)(?:, `(\w+)`)?/gm)].map(
    ([, number, word, refusal]) => ({
      number,
      outcome: { paid: 'sends', refused: 'refuses', ordered: 'loses_the_first_answer' }[word ?? ''],
      refusal: refusal ?? null,
    }),
  )
  expect(listed).toEqual(testAccounts)
})

it('a transfer to any other number is paid', () => {
  expect(testAccountOf('GB33BUKB20201555555555').outcome).toBe('sends')
})
