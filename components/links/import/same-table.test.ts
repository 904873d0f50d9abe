import { expect, it } from 'vitest'
import { isSameTable } from './link-import-form'

const table = 'title,amount\nTable 1,abc\nTable 2,30\n'

it('a corrected table is distinguished from another table', () => {
  expect(isSameTable(table, table.replace('abc', '25'))).toBe(true)
  expect(isSameTable(table, table.replace('Table 2,30\n', ''))).toBe(true)
  expect(isSameTable(table, 'title,amount\nBirthday cake,12.50\nTwo loaves a week,7\n')).toBe(false)
  expect(isSameTable(table, '')).toBe(false)
  expect(isSameTable('', table)).toBe(false)
})
