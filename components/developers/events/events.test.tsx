import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { deliveryColumns } from '@/components/developers/deliveries/deliveries-section'
import { RecordTable } from '@/components/list/columns'
import type { ListedDelivery } from '@/lib/contract/panel/deliveries'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { EventDeliveryBadge } from './list'

const none = { endpoints: 0, delivered: 0, waiting: 0, failed: 0, skipped: 0 }

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')

test.each([
  ['Not sent', none],
  ['2 of 3', { ...none, endpoints: 3, delivered: 2, failed: 1 }],
  ['0 of 1', { ...none, endpoints: 1, waiting: 1 }],
  ['1 of 2', { ...none, endpoints: 2, delivered: 1, skipped: 1 }],
  ['2 of 2', { ...none, endpoints: 2, delivered: 2 }],
])('a row shows %s', (text, counts) => {
  const html = renderToStaticMarkup(
    <EnglishTexts>
      <EventDeliveryBadge counts={counts} href="/e" />
    </EnglishTexts>,
  )
  expect(textOf(html)).toBe(text)
})

const delivery: ListedDelivery = {
  id: 'whd_1',
  event_id: 'evt_1',
  kind: 'payment.succeeded',
  object_id: 'pay_1',
  test: false,
  automatic_attempts: 2,
  manual_due_at: null,
  created_at: '2026-11-10T17:00:00.000Z',
  endpoint_id: 'we_1',
  url: 'https://one.example.com/hooks',
  status: 'PENDING',
  attempts: 2,
  last_answer_status: 500,
  last_error_class: null,
  next_attempt_at: '2026-11-10T17:06:00.000Z',
}

test('each delivery links to its attempts and shows its endpoint, result and latest response', () => {
  const timeout = { ...delivery, id: 'whd_2', last_answer_status: null, last_error_class: 'timeout' }
  const html = renderToStaticMarkup(
    <EnglishTexts>
      <RecordTable label="Deliveries" columns={deliveryColumns(english)} rows={[delivery, timeout]} />
    </EnglishTexts>,
  )
  expect(html).toContain('/developers/deliveries/whd_1')
  const [first, second] = html
    .split('<tr')
    .slice(2)
    .map((row) => textOf(`<${row}`))
  expect(first).toMatch(/payment\.succeeded.*one\.example\.com.*Retrying.*500/)
  expect(second).toContain('Timeout')
})
