import { expect, it } from 'vitest'
import { auditHref, auditNote } from './audit-words'

it('tells what was made, taken or refused, in one line', () => {
  expect(auditNote({ details: { title: 'Dinner', amount: 12.5, currency: 'USD', request_id: 'r1' } })).toBe(
    'Dinner · 12.5 USD',
  )
  expect(auditNote({ details: { rows: 132, filters: { status: 'APPROVED', amount_min: 10 } } })).toBe(
    '132 rows · status APPROVED, amount min 10',
  )
  expect(auditNote({ details: { title: 'Dinner', problem: 'host_unreachable' } })).toBe(
    'Dinner · host unreachable',
  )
  expect(auditNote({ details: {} })).toBe('')
  expect(auditNote({ details: null })).toBe('')
})

it('leads to what has a page', () => {
  expect(auditHref({ action: 'links.cancel', object_id: 'pl 1' })).toBe('/links/pl%201')
  expect(auditHref({ action: 'connection.remove', object_id: 'conn_1' })).toBeNull()
  expect(auditHref({ action: 'links.create', object_id: null })).toBeNull()
})
