import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MemberProvider } from '@/components/data/member'
import { read } from '@/components/data/read'
import type { LinkDetail, ShownLink } from '@/lib/dashboard/schema/link'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import { links } from '@/lib/messages/links'
import { aPageMember } from '@/test/factories/page-member'
import { testLink } from '@/test/factories/test-link'
import { ShareScreen } from './share'

const { share, detail: copy } = links

function render({ cancel = null, over = {}, mayUndo = true, made = true }: Given): string {
  const link = testLink(over)
  const client = new QueryClient()
  client.setQueryData<LinkDetail>(read('', 'links/detail', { id: link.id }).queryKey, {
    link,
    customerName: null,
    chargeId: null,
    confirmed: true,
    problem: null,
    events: [],
    cancel,
    cancelled_at: null,
    shares: [],
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemberProvider member={aPageMember(mayUndo ? ['links.create', 'links.cancel'] : ['links.create'])}>
        <ShareScreen id={link.id} made={made} />
      </MemberProvider>
    </QueryClientProvider>,
  )
}

type Given = {
  cancel?: ShownCancel | null
  over?: Partial<ShownLink>
  mayUndo?: boolean
  made?: boolean
}

const cancelOf = (state: ShownCancel['state']): ShownCancel => ({
  id: 'aud_1',
  state,
  due_at: '2026-11-20T12:00:06.000Z',
  problem: null,
})
const ways = [share.copy, share.whatsapp, share.email, share.sms, share.qr, share.open]

it('a link that accepts payments has every share button', () => {
  for (const cancel of [null, cancelOf('UNDONE'), cancelOf('FAILED')]) {
    const html = render({ cancel })
    for (const way of ways) expect(html).toContain(way)
    expect(html).toContain(links.status.ACTIVE)
    expect(html).toContain(share.title)
    expect(html).not.toContain(copy.cancelUndo)
  }
})

it('a link that is being canceled has no share button, but Undo', () => {
  for (const state of ['WAITING', 'RUNNING'] as const) {
    const html = render({ cancel: cancelOf(state) })
    for (const way of ways) expect(html).not.toContain(`${way}<`)
    expect(html).not.toContain(testLink().url)
    expect(html).not.toContain(share.lead)
    expect(html).not.toContain(share.title)
    expect(html).toContain(links.cancelling)
    expect(html).not.toContain(`>${links.status.ACTIVE}<`)
    expect(html).toContain(share.closing)
    expect(html.includes(`>${copy.cancelUndo}<`)).toBe(state === 'WAITING')
  }
  expect(render({ cancel: cancelOf('WAITING'), mayUndo: false })).not.toContain(`>${copy.cancelUndo}<`)
})

it('a link that was closed meanwhile shows its state, and an old cancellation is not mentioned', () => {
  const html = render({
    cancel: cancelOf('WAITING'),
    over: { shown_status: 'CANCELLED', status: 'CANCELLED' },
  })
  expect(html).toContain(share.closed)
  expect(html).not.toContain(share.closing)
  expect(html).not.toContain(links.cancelling)
})

it('a paid link shows so before the payment has loaded', () => {
  const html = render({
    over: { shown_status: 'COMPLETED', status: 'COMPLETED', max_uses: 1, paid_count: 1 },
  })
  expect(html).toContain(`>${share.paid}<`)
  expect(html).toContain(share.viewPayment)
  expect(html).not.toContain(share.closed)
  expect(html).not.toContain(share.noEnd)
  const several = render({
    over: { shown_status: 'COMPLETED', status: 'COMPLETED', max_uses: 3, paid_count: 3 },
  })
  expect(several).toContain(`>${share.paidAll}<`)
  expect(several).toContain(share.received('3', false))
})
