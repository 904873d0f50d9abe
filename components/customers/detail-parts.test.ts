import { expect, test } from 'vitest'
import { english } from '@/test/english'
import { customerHistory } from './detail-parts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString()
const customer = { created_at: at(0), source: 'MERCHANT' } as const
const none = { payments: [], links: [], events: [], acts: [] }
const money = { amount: 25, currency: 'USD' }
const payment = { ...money, payment_link: null }
const act = (id: string, action: string, minute: number) => ({
  id,
  action,
  user: { id: 'user_1', name: 'Rosa' },
  outcome: 'done' as const,
  fields: [],
  charge: null,
  created_at: at(minute),
})

test('a decline, the link sent for it and the payment of that link appear newest first', () => {
  const entries = customerHistory(
    customer,
    {
      ...none,
      payments: [
        { ...payment, id: 'P2', status: 'APPROVED', created_at: at(3), approved_at: at(9) },
        { ...payment, id: 'P1', status: 'FAILED', created_at: at(2) },
      ],
      links: [{ ...money, id: 'L1', title: 'Lesson', created_at: at(4) }],
      events: [
        { delivery_id: 'whd_1', kind: 'customer.card_saved', event_at: at(10), outcome: 'applied' },
        { delivery_id: 'whd_2', kind: 'customer.card_saved', event_at: at(11), outcome: 'test' },
      ],
      acts: [act('aud_2', 'customers.archive', 12), act('aud_1', 'customers.create', 0)],
    },
    english,
  )
  expect(entries.map(({ key }) => key)).toEqual(['aud_2', 'whd_1', 'P2', 'L1', 'P1', 'made'])
  expect(entries.at(-1)?.detail).toContain('Rosa')
})

test('a long history keeps its newest entries and its beginning', () => {
  const acts = Array.from({ length: 30 }, (_, index) => act(`aud_${index}`, 'customers.update', 59 - index))
  const entries = customerHistory(customer, { ...none, acts }, english)
  expect([entries[0]?.key, entries.at(-1)?.key, entries.length]).toEqual(['aud_0', 'made', 21])
})
