import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DebuggerScreen } from './debugger-screen'

const loaded = {
  id: 'whd_1',
  endpoint_id: 'we_1',
  url: 'https://shop.example/hook',
  attempt: 3,
  header: 't=1795000000,v1=ab',
  body: '{"event":"payment.succeeded"}',
}

test('a loaded delivery has a header, a body and an endpoint, and no secret', () => {
  const html = renderToStaticMarkup(<DebuggerScreen samples={[]} loaded={loaded} />)
  expect(html).toContain('>t=1795000000,v1=ab</textarea>')
  expect(html).toContain('>{&quot;event&quot;:&quot;payment.succeeded&quot;}</textarea>')
  expect(html).toContain('href="/developers/webhooks/we_1"')
  expect(html).not.toContain('whsec_')
})

test('a delivery with a masked body asks for the body', () => {
  const html = renderToStaticMarkup(<DebuggerScreen samples={[]} loaded={{ ...loaded, body: null }} />)
  expect(html).toContain('Your role does not see its body unmasked.')
})
