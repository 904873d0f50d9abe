import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EventDelivery } from '@/lib/dashboard/schema/developers/events'
import { EventDeliveries } from './event-deliveries'
import { EventDeliveryBadge } from './event-delivery-badge'

const none = { endpoints: 0, delivered: 0, waiting: 0, failed: 0, skipped: 0 }

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')

test.each([
  ['To nobody', none],
  ['2 of 3', { ...none, endpoints: 3, delivered: 2, failed: 1 }],
  ['0 of 1', { ...none, endpoints: 1, waiting: 1 }],
  ['1 of 2', { ...none, endpoints: 2, delivered: 1, skipped: 1 }],
  ['2 of 2', { ...none, endpoints: 2, delivered: 2 }],
])('a row shows %s', (text, counts) => {
  expect(textOf(renderToStaticMarkup(<EventDeliveryBadge counts={counts} href="/e" />))).toBe(text)
})

const delivery: EventDelivery = {
  id: 'whd_1',
  endpoint_id: 'we_1',
  url: 'https://one.example.com/hooks',
  status: 'PENDING',
  attempts: 2,
  last_answer_status: 500,
  last_error_class: null,
  last_attempt_at: '2026-11-10T17:01:00.000Z',
  next_attempt_at: '2026-11-10T17:06:00.000Z',
}

test('each delivery links to its attempts and shows its latest response and its next attempt', () => {
  const timeout = { ...delivery, id: 'whd_2', last_answer_status: null, last_error_class: 'timeout' }
  const fresh = { ...delivery, id: 'whd_3', attempts: 0, last_attempt_at: null }
  const deleted = { ...delivery, id: 'whd_4', status: 'SKIPPED' as const, attempts: 0, next_attempt_at: null }
  const html = renderToStaticMarkup(<EventDeliveries deliveries={[delivery, timeout, fresh, deleted]} />)
  expect(html).toContain('/developers/deliveries/whd_1')
  const [first, second, third, fourth] = html.split('</li>').map(textOf)
  expect(first).toMatch(/one\.example\.com.*Retrying.*Answered 500.*2 attempts.*next/)
  expect(second).toContain('No answer: time-out')
  expect(third).toMatch(/Waiting.*Not sent yet/)
  expect(fourth).toContain('Not sent: the endpoint was paused or deleted.')
})
