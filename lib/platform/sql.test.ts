import { expect, test } from 'vitest'
import { raw, sql } from './sql'

test('every value is a parameter, whatever it contains', () => {
  const hostile = "'; DROP TABLE dashboard.team; --"
  const { text, values } = sql`SELECT ${hostile}::text, ${7} FROM t WHERE id = ${hostile}`
  expect(text).toBe('SELECT $1::text, $2 FROM t WHERE id = $3')
  expect(values).toEqual([hostile, 7, hostile])
})

test('a statement in another one keeps its values in their place', () => {
  const open = sql`state = ${'OPEN'} AND due_at <= ${1}`
  const { text, values } = sql`SELECT FROM t WHERE id = ${'a'} AND ${open} AND ${open} LIMIT ${raw(20)}`
  expect(text).toBe(
    'SELECT FROM t WHERE id = $1 AND state = $2 AND due_at <= $3 AND state = $4 AND due_at <= $5 LIMIT 20',
  )
  expect(values).toEqual(['a', 'OPEN', 1, 'OPEN', 1])
})

test('statements of one text have one name, and others another that Postgres does not cut', () => {
  const named = (id: string, table: string) => sql`SELECT FROM ${raw(table)} WHERE id = ${id}`.name ?? ''
  expect(named('a', 't')).toBe(named('b', 't'))
  expect(named('a', 't')).not.toBe(named('a', 'u'))
  expect(named('a', 't').length).toBeLessThan(64)
})
