import { expect, it } from 'vitest'
import { remainingTable } from './link-import-form'
import { readTable } from './read-table'

const context = { currency: 'USD', locale: 'en', timeZone: 'America/Lima', now: 0, rowsMax: 10 }
const read = (text: string) => readTable(text, context).rows

it('the heading and every row with a mistake are left as typed', () => {
  const text = 'title,amount\nTea,1\n\n"Two\nlines",abc\nCake,2\n X ,3'
  const left = remainingTable(text, read(text))
  expect(left).toBe('title,amount\n"Two\nlines",abc\n X ,3\n')
  expect(read(left).map(({ input }) => input)).toEqual([null, null])
})
