import { expect, it } from 'vitest'
import { pgbenchScript } from './pgbench-script'
import type { RecordedStep } from './recording-database'

const charge = (id: string, at: string): RecordedStep[] => [
  {
    inTransaction: false,
    statements: [{ text: 'INSERT INTO p VALUES ($1, $2, $3, $4::text)', values: ['acct', id, null, 30] }],
  },
  {
    inTransaction: true,
    statements: [
      { text: 'UPDATE p SET at = $2 WHERE id = $1', values: [id, new Date(at)] },
      { text: 'INSERT INTO e VALUES ($1)', values: [`{"id":"${id}"}`] },
    ],
  },
]

it('two recordings of a charge give one script with the same statements and borders', () => {
  const { text, constants } = pgbenchScript([
    charge('pay_1', '2026-01-01T00:00:00.000Z'),
    charge('pay_2', '2026-01-01T00:00:01.000Z'),
  ])
  expect(text.split('\n')).toEqual([
    '\\set r1 random(1000000000000000000, 9000000000000000000)',
    'INSERT INTO p VALUES (:c1, :r1, NULL, :c2::text);',
    'BEGIN;',
    'UPDATE p SET at = :c3 WHERE id = :r1;',
    'INSERT INTO e VALUES (:c4);',
    'COMMIT;',
    '',
  ])
  expect(constants).toEqual({ c1: 'acct', c2: '30', c3: '2026-01-01T00:00:01.000Z', c4: '{"id":"pay_2"}' })
})

it('recordings that differ in more than their values are refused', () => {
  const [claim = { inTransaction: false, statements: [] }] = charge('pay_1', '2026-01-01T00:00:00.000Z')
  expect(() => pgbenchScript([[claim], [{ ...claim, inTransaction: true }]])).toThrow(/same statements/)
})
