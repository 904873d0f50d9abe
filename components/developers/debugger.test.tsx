import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SignedDelivery } from '@/lib/contract/panel/deliveries'
import { signatureHeader } from '@/lib/contract/signature'
import { EnglishTexts } from '@/test/english-texts'
import { DebuggerScreen } from './debugger'

const body = '{"event":"payment.succeeded"}'
const loaded = {
  id: 'whd_1',
  endpoint_id: 'we_1',
  url: 'https://shop.example/hook',
  attempt: 3,
  header: signatureHeader(['whsec_1'], 1_795_000_000, body),
  body,
}

const render = (delivery: SignedDelivery) =>
  renderToStaticMarkup(
    <EnglishTexts>
      <DebuggerScreen loaded={delivery} />
    </EnglishTexts>,
  )

test('a loaded delivery has a header, a body and an endpoint, and no secret', () => {
  const html = render(loaded)
  expect(html).toContain(`>${loaded.header}</textarea>`)
  expect(html).toContain('>{&quot;event&quot;:&quot;payment.succeeded&quot;}</textarea>')
  expect(html).toContain('href="/developers/webhooks/we_1"')
  expect(html).not.toContain('whsec_')
  expect(html).toContain('Paste the signing secret to check the digest.')
  expect(html).toContain('2026-11-18 11:06:40 UTC')
})

test('a delivery with a masked body asks for the body', () => {
  const html = render({ ...loaded, body: null })
  expect(html).toContain('Your role can’t see its body.')
})

test('a mistake is named with its remedy', () => {
  const html = render({ ...loaded, header: 't=1795000000,v1=0123' })
  expect(html).toContain('The digest is cut: 4 of 64 characters.')
})
