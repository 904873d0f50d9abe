import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { bankTools } from './bank-tools'

test('a bank’s text with a formula after a list separator stays text, and amounts stay numbers', () => {
  const text = 'RENT;=1+1;y'
  const lines = [{ row: 1, text, day: '2026-11-11', minor: -120_000n, isProven: true }]
  const match = bankTools.matchBankLines(lines, [])
  const rows = bankTools.resultRows(match, [{ row: 2, text: '=1+1', reason: 'no_date' }], '')
  const { data } = Papa.parse<string[]>(bankTools.resultCsv(rows, 'EUR'))
  expect(data.flat()).toEqual(expect.arrayContaining(['-1200.00', "RENT;'=1+1;y", "'=1+1"]))
})
