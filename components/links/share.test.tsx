import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MemberProvider } from '@/components/data/member'
import { read } from '@/components/data/read'
import type { ShownCancel } from '@/lib/dashboard/links/cancel'
import type { LinkDetail } from '@/lib/dashboard/links/get-link'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { aPageMember } from '@/test/factories/page-member'
import { testLink } from '@/test/factories/test-link'
import { ShareScreen } from './share'

const paid = english('link-share.paid')
const undo = english('links.detail.cancelUndo')
const cancelling = english('link-states.cancelling')
const closing = english('links.share.closing')
const closed = english('links.share.closed')
const title = english('links.share.title')

function render({ cancel = null, over = {}, mayUndo = true, made = true, signUpUrl = null }: Given): string {
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
    <EnglishTexts>
      <QueryClientProvider client={client}>
        <MemberProvider
          member={aPageMember(mayUndo ? ['links.create', 'links.cancel'] : ['links.create'], { signUpUrl })}
        >
          <ShareScreen id={link.id} made={made} />
        </MemberProvider>
      </QueryClientProvider>
    </EnglishTexts>,
  )
}

type Given = {
  cancel?: ShownCancel | null
  over?: Partial<ShownLink>
  mayUndo?: boolean
  made?: boolean
  signUpUrl?: string | null
}

const cancelOf = (state: ShownCancel['state']): ShownCancel => ({
  id: 'aud_1',
  state,
  due_at: '2026-11-20T12:00:06.000Z',
  problem: null,
})
const ways = [
  english('link-share.copy'),
  english('link-share.whatsapp'),
  english('link-share.email'),
  english('link-share.sms'),
  english('link-share.qr'),
  english('links.share.open'),
]

it('a link that accepts payments has every share button', () => {
  for (const cancel of [null, cancelOf('UNDONE'), cancelOf('FAILED')]) {
    const html = render({ cancel })
    for (const way of ways) expect(html).toContain(way)
    expect(html).toContain(english('link-states.status.ACTIVE'))
    expect(html).toContain(title)
    expect(html).not.toContain(undo)
  }
})

it('a link that is being canceled has no share button, but Undo', () => {
  for (const state of ['WAITING', 'RUNNING'] as const) {
    const html = render({ cancel: cancelOf(state) })
    for (const way of ways) expect(html).not.toContain(`${way}<`)
    expect(html).not.toContain(testLink().url)
    expect(html).not.toContain(english('links.share.lead'))
    expect(html).not.toContain(title)
    expect(html).toContain(cancelling)
    expect(html).not.toContain(`>${english('link-states.status.ACTIVE')}<`)
    expect(html).toContain(closing)
    expect(html.includes(`>${undo}<`)).toBe(state === 'WAITING')
  }
  expect(render({ cancel: cancelOf('WAITING'), mayUndo: false })).not.toContain(`>${undo}<`)
})

it('a link that was closed meanwhile shows its state, and an old cancellation is not mentioned', () => {
  const html = render({
    cancel: cancelOf('WAITING'),
    over: { shown_status: 'CANCELLED', status: 'CANCELLED' },
  })
  expect(html).toContain(closed)
  expect(html).not.toContain(closing)
  expect(html).not.toContain(cancelling)
})

it('a paid link shows so before the payment has loaded', () => {
  const html = render({
    over: { shown_status: 'COMPLETED', status: 'COMPLETED', max_uses: 1, paid_count: 1 },
  })
  expect(html).toContain(`>${paid}<`)
  expect(html).toContain(english('link-share.viewPayment'))
  expect(html).not.toContain(closed)
  expect(html).not.toContain(english('links.noEnd'))
  const several = render({
    over: { shown_status: 'COMPLETED', status: 'COMPLETED', max_uses: 3, paid_count: 3 },
  })
  expect(several).toContain(`>${english('links.share.paidAll')}<`)
  expect(several).toContain(english('link-share.received', { count: 3 }))
})

it('the payer’s language is a choice only at a host whose pages have several', () => {
  const language = english('links.share.language')
  expect(render({})).not.toContain(language)
  expect(render({ signUpUrl: 'https://pay.test/join/ana' })).toContain(language)
})
