import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { shownLinkStatuses } from '@/lib/contract/states'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { links } from '@/lib/messages/links'
import { testLink } from '@/test/factories/test-link'
import { LinkProperties } from './link-properties'

const render = (over: Partial<ShownLink>) =>
  renderToStaticMarkup(
    <LinkProperties
      link={testLink(over)}
      customerName={null}
      chargeId={null}
      isCancelling={false}
      onCopied={() => {}}
    />,
  )

it('the properties repeat neither the amount nor the totals, in any state', () => {
  for (const shown_status of shownLinkStatuses) {
    const html = render({ shown_status, expires_at: '2026-12-01T10:00:00.000Z' })
    const names = [...html.matchAll(/<dt[^>]*>([^<]*)</g)].map(([, name]) => name)
    expect(names).toEqual([links.detail.created, links.detail.id])
  }
})

it('the URL is on one line in every state, and is a link only while payers can use it', () => {
  const { url } = testLink()
  for (const shown_status of shownLinkStatuses) {
    const html = render({ shown_status })
    expect(html).toContain(`title="${url}"`)
    expect(html).not.toContain(`>${url}<`)
    expect(html.includes(`href="${url}"`), shown_status).toBe(shown_status === 'ACTIVE')
  }
  expect(render({ mirror: { ...testLink().mirror, missing: true } })).not.toContain(`href="${url}"`)
})
