import path from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations, stepsOf } from '@/lib/platform/migrate'

/** Returns the statements that would block writes of running processes for a time that depends on a table's size. */
function blocking(sql: string): string[] {
  const made = new Set(
    [...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w."]+)/gi)].map((found) => found[1]),
  )
  return stepsOf(sql).flatMap(({ way, sql: step }) => {
    if (way !== 'transaction') return []
    const indexes = [...step.matchAll(/CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)\w+\s+ON ([\w."]+)/gi)]
    const fills = [...step.matchAll(/^(?:UPDATE|DELETE FROM) ([\w."]+)/gim)]
    return [...indexes, ...fills].filter((found) => !made.has(found[1])).map((found) => found[0])
  })
}

test('migrations build indexes concurrently and fill columns in batches', () => {
  const found = readMigrations(path.resolve(import.meta.dirname, 'migrations')).flatMap(({ name, sql }) =>
    blocking(sql).map((what) => `${name}: ${what}`),
  )
  expect(found).toEqual([])
})

test('each migration declares whether a release without it still works after it', () => {
  const unmarked = readMigrations(path.resolve(import.meta.dirname, 'migrations'))
    .filter(({ sql }) => !/^-- compatible: (?:yes|no)$/m.test(sql))
    .map(({ name }) => name)
  expect(unmarked).toEqual([])
})

test('an index and a backfill of an existing table are found, those of a new table are not', () => {
  const index = 'CREATE INDEX list ON service.event (id);'
  expect(blocking(index)).toEqual(['CREATE INDEX list ON service.event'])
  expect(blocking(`CREATE TABLE service.event (id text);\n${index}`)).toEqual([])
  expect(blocking(`-- step: concurrent\n${index.replace('INDEX', 'INDEX CONCURRENTLY')}`)).toEqual([])
  expect(blocking("UPDATE service.event SET kind = '';")).toEqual(['UPDATE service.event'])
})
