import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OwnPanelProvider } from '@/components/data/own-panel'
import { detail } from '@/lib/messages/detail'
import { Developers } from './developers'

const event = {
  delivery_id: 'whd_1',
  kind: 'payment.succeeded',
  outcome: 'applied',
  event_at: '2026-11-21T10:00:00.000Z',
  received_at: '2026-11-21T10:00:00.000Z',
  body: '{}',
} as const

test('an event’s outcome and time stand apart by room, not by a mark that a narrow line leaves hanging', () => {
  const html = renderToStaticMarkup(<Developers label="JSON" object={{}} events={[event]} />)
  const shown = html.replaceAll(/<[^>]*>/g, '')
  expect(shown).toContain(detail.outcome.applied)
  expect(shown).not.toContain('·')
})

test('the object and a webhook’s body stand whole, their values in another tone than their names', () => {
  const body = '{"type":"payment.succeeded"}'
  const html = renderToStaticMarkup(
    <Developers label="JSON" object={{ amount: 5 }} events={[{ ...event, body }]} />,
  )
  expect(html).toMatch(/&quot;amount&quot;: <span class="[^"]+">5<\/span>/)
  expect(html).toMatch(/&quot;type&quot;: <span class="[^"]+">&quot;payment.succeeded&quot;<\/span>/)
  expect(html.match(/wrap-anywhere whitespace-pre-wrap/g)).toHaveLength(2)
  expect(html).not.toContain('max-h-')
})

test('an account that lives here leads to the deliveries about the object, another host’s does not', () => {
  const page = (hasPanel: boolean) =>
    renderToStaticMarkup(
      <OwnPanelProvider hasPanel={hasPanel} readsCalls={hasPanel}>
        <Developers label="JSON" object={{ id: 'pay_1' }} events={[]} />
      </OwnPanelProvider>,
    )
  expect(page(true)).toContain('/developers/deliveries?object=pay_1')
  expect(page(false)).not.toContain('/developers/deliveries')
})
