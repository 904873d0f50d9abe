import { expect, it } from 'vitest'
import { timesOf } from '@/components/time/times'
import type { AuditEntry } from '@/lib/dashboard/audit/list-audit'
import { sources } from '@/lib/messages/catalogue'
import { english } from '@/test/english'
import { auditAction, auditHref, auditObject, auditParts } from './entry'

const reader = { language: 'en', locale: 'en' } as const
const times = timesOf(english, reader, { timeZone: 'America/New_York', now: 0 })
const link = { id: 'pl 1', title: 'Dinner', amount: 7, currency: 'USD' }

function entry(part: Partial<AuditEntry>): AuditEntry {
  return {
    id: 'aud_1',
    user: null,
    action: 'links.cancel',
    object_id: null,
    link: null,
    customer: null,
    linkImport: null,
    account: null,
    outcome: 'done',
    details: {},
    address: null,
    created_at: '2026-11-20T10:00:00.000Z',
    finished_at: null,
    ...part,
  }
}

it('an entry shows its link’s title, address and amount, even if another amount is recorded', () => {
  const cancelled = entry({ object_id: 'pl 1', link })
  expect(auditObject(english, cancelled)).toBe('Dinner')
  expect(auditHref(cancelled)).toBe('/links/pl%201')
  expect(auditParts(english, times, cancelled)).toEqual([{ amount: 7, currency: 'USD' }])
})

it('an entry of a removed link shows the recorded title or the id, without an address', () => {
  const details = { title: 'Lunch', amount: 12.5, currency: 'USD', request_id: 'r1' }
  const made = entry({ action: 'links.create', details })
  expect(auditObject(english, made)).toBe('Lunch')
  expect(auditHref(made)).toBeNull()
  expect(auditParts(english, times, made)).toEqual([{ amount: 12.5, currency: 'USD' }])
  const taken = entry({ object_id: 'pl_9', account: 'Second shop' })
  expect(auditObject(english, taken)).toBe('Link pl_9')
  expect(auditParts(english, times, taken)).toEqual([{ text: 'Second shop' }])
})

it('an entry of a customer shows the name and the page, or the id of a removed customer', () => {
  const archived = entry({ action: 'customers.archive', object_id: 'cus 1' })
  expect([auditObject(english, archived), auditHref(archived)]).toEqual(['Customer cus 1', null])
  const known = { ...archived, customer: { id: 'cus 1', name: 'Ana' } }
  expect([auditObject(english, known), auditHref(known)]).toEqual(['Ana', '/customers/cus%201'])
})

it('an entry of a charge shows the customer, the amount and the page of the charge', () => {
  const details = { amount: 25, currency: 'USD', customer_id: 'cus 1', way: 'CARD' }
  const charged = entry({ action: 'charges.create', object_id: 'chg_1', details })
  expect([auditObject(english, charged), auditHref(charged)]).toEqual(['Customer cus 1', '/charges/chg_1'])
  expect(auditObject(english, { ...charged, customer: { id: 'cus 1', name: 'Ana' } })).toBe('Ana')
  expect(auditParts(english, times, charged)).toEqual([{ amount: 25, currency: 'USD' }])
})

it('an act that began or failed is never shown as done', () => {
  const said = (action: string, outcome: AuditEntry['outcome']) =>
    auditAction(english, entry({ action, outcome }))
  expect(said('connection.connect', 'done')).toBe('Connected the account')
  expect(said('connection.connect', 'failed')).toBe('Tried to connect an account')
  expect(said('links.create', 'unknown')).toBe('Tried to create a link')
  expect(said('links.create', 'intent')).toBe('Started to create a link')
  expect(said('links.import', 'failed')).toBe('Tried to import links')
  expect(said('other.act', 'failed')).toBe('other.act')
  const namesIn = (group: string) =>
    Object.keys(sources.en.audit)
      .filter((key) => key.startsWith(`${group}.`))
      .map((key) => key.slice(group.length + 1))
  expect(namesIn('acts')).toEqual(namesIn('actions'))
})

it('an entry of an export shows the number of rows in the locale’s format, and the filters', () => {
  const filters = {
    status: 'APPROVED',
    q: 'rosa',
    created_after: '2026-11-14T05:00:00.000Z',
    amount_min: 10,
    link_id: 'pl_1',
  }
  const taken = entry({ action: 'payments.export', details: { rows: 2005, filters } })
  expect(auditObject(english, taken)).toBeNull()
  expect(auditParts(english, times, taken)).toEqual([
    { text: '2,005 rows' },
    { text: 'Approved' },
    { text: 'q: rosa' },
    { text: 'from 14 Nov 2026' },
    { text: 'amount min: 10' },
    { text: 'of one link' },
  ])
})

it('an entry shows an account, its address and the reason of a failure', () => {
  const details = { base_url: 'https://pay.test/api/v1', problem: 'host_unreachable' }
  const removed = entry({ action: 'connection.remove', object_id: 'conn_1', account: 'Aurora', details })
  expect(auditObject(english, removed)).toBe('Aurora')
  expect(auditHref(removed)).toBeNull()
  expect(auditParts(english, times, removed)).toEqual([
    { text: 'https://pay.test/api/v1' },
    { text: 'host unreachable' },
  ])
  expect(auditParts(english, times, entry({ details: null }))).toEqual([])
})

it('an entry of an import shows the number of links, the file and the page once', () => {
  const details = { name: 'tables.csv', rows: 1200 }
  const linkImport = { id: 'imp_1', name: 'tables.csv', total: 1200, done: 1200 }
  const made = entry({ action: 'links.import', object_id: 'imp_1', linkImport, details })
  expect(auditAction(english, made)).toBe('Imported 1,200 links')
  expect(auditObject(english, made)).toBe('tables.csv')
  expect(auditHref(made)).toBe('/links/import/imp_1')
  expect(auditParts(english, times, made)).toEqual([])
  const half = { ...made, linkImport: { ...linkImport, done: 1 } }
  expect(auditAction(english, half)).toBe('Imported 1 link')
  expect(auditParts(english, times, half)).toEqual([{ text: '1,200 rows' }])
  // The import was deleted with the connection that it belonged to.
  const gone = { ...made, linkImport: null, account: 'Second shop' }
  expect(auditAction(english, gone)).toBe('Started a link import')
  expect(auditObject(english, gone)).toBe('tables.csv')
  expect(auditHref(gone)).toBeNull()
  expect(auditParts(english, times, gone)).toEqual([{ text: '1,200 rows' }, { text: 'Second shop' }])
})
