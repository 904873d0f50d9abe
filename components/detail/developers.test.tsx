import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MemberProvider } from '@/components/data/member'
import { aPageMember } from '@/test/factories/page-member'
import { Developers } from './developers'

const event = {
  delivery_id: 'whd_1',
  kind: 'payment.succeeded',
  outcome: 'applied',
  event_at: '2026-11-21T10:00:00.000Z',
  received_at: '2026-11-21T10:00:00.000Z',
  body: '{}',
} as const

test('the object and a webhook’s body are complete, with values in another color than names', () => {
  const body = '{"type":"payment.succeeded"}'
  const html = renderToStaticMarkup(
    <Developers label="JSON" object={{ amount: 5 }} events={[{ ...event, body }]} />,
  )
  expect(html).toMatch(/&quot;amount&quot;: <span class="[^"]+">5<\/span>/)
  expect(html).toMatch(/&quot;type&quot;: <span class="[^"]+">&quot;payment.succeeded&quot;<\/span>/)
})

test('an account of this service has a link to the deliveries of the object, an external one has none', () => {
  const page = (hasPanel: boolean) =>
    renderToStaticMarkup(
      <MemberProvider member={aPageMember(hasPanel ? ['developers.read'] : [])}>
        <Developers label="JSON" object={{ id: 'pay_1' }} events={[]} />
      </MemberProvider>,
    )
  expect(page(true)).toContain('/developers/deliveries?object=pay_1')
  expect(page(false)).not.toContain('/developers/deliveries')
})
