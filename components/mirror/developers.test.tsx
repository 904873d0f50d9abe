import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { payments } from '@/lib/messages/payments'
import { Developers } from './developers'

test('an event’s outcome and time stand apart by room, not by a mark that a narrow line leaves hanging', () => {
  const event = {
    delivery_id: 'whd_1',
    kind: 'payment.succeeded',
    outcome: 'applied',
    event_at: '2026-11-21T10:00:00.000Z',
    received_at: '2026-11-21T10:00:00.000Z',
    body: '{}',
  } as const
  const html = renderToStaticMarkup(<Developers object={{}} events={[event]} />)
  const shown = html.replaceAll(/<[^>]*>/g, '')
  expect(shown).toContain(payments.detail.outcome.applied)
  expect(shown).not.toContain('·')
})
