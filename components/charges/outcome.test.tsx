import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MemberProvider } from '@/components/data/member'
import { LocaleProvider } from '@/components/texts/texts-provider'
import { errorTable, isErrorCode } from '@/lib/contract/errors'
import { testCards } from '@/lib/contract/test-cards'
import type { ChargeDetail } from '@/lib/dashboard/charges/get-charge'
import { chargeStates, type ShownCharge } from '@/lib/dashboard/charges/shape'
import { groupCardNumber } from '@/lib/domain/card'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { aLink } from '@/test/factories/dashboard'
import { finalChargeState } from '@/test/factories/final-charge-state'
import { aPageMember } from '@/test/factories/page-member'
import { ChargeState } from './charge-state'
import { declineCopy, refusalCopy } from './outcome-text'

const NOON = '2026-11-20T12:00:00.000Z'
function page(
  over: Partial<ShownCharge>,
  about: Partial<ChargeDetail> = {},
  asksForCard = false,
  client = new QueryClient(),
): string {
  const charge: ShownCharge = {
    id: 'chg_1',
    customer_id: 'cus_1',
    way: 'CARD',
    state: 'DRAFT',
    amount: 25,
    currency: 'USD',
    description: null,
    card: { brand: 'visa', last4: '4242', expiry: '12/30' },
    problem: null,
    decline: null,
    payment_id: null,
    link_id: null,
    request_id: 'req_1',
    attempts: 1,
    is_case: over.state === 'UNKNOWN' || over.state === 'UNRESOLVED',
    has_ended: false,
    replaces: null,
    user: null,
    created_at: NOON,
    sent_at: NOON,
    ...over,
  }
  const detail: ChargeDetail = {
    charge,
    customer: null,
    card_state: 'saved',
    payment_url: null,
    receipt_url: null,
    matches: [],
    search: 'WHOLE',
    similar: null,
    open_case: null,
    may_give_up: false,
    successor: null,
    ...about,
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LocaleProvider locale="en" timeZone="UTC" now={Date.parse(NOON)}>
        <MemberProvider member={aPageMember()}>
          <EnglishTexts>
            <ChargeState detail={detail} onSucceeded={() => {}} asksForCard={asksForCard} isWhole />
          </EnglishTexts>
        </MemberProvider>
      </LocaleProvider>
    </QueryClientProvider>,
  )
}

function screen(...shown: Parameters<typeof page>): string {
  return page(...shown)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#x27;', "'")
}

test.each(testCards.map((card) => [groupCardNumber(card.number), card] as const))(
  'the test card %s leads to a screen with the sentence for the customer',
  (_, card) => {
    const [state, code] = finalChargeState(card)
    const decline = code && { code, message: '', advice: null, retryable: null }
    const text = screen({ state, decline, payment_id: state === 'PAID' ? 'pay_1' : null })
    if (state === 'PAID') {
      expect(text).toContain(
        english('charges.outcome.paidFrom', { amount: '25.00 USD', card: 'Visa ••4242' }),
      )
      expect(text).toContain(english('charges.outcome.sayPaid', { amount: '25.00 USD' }))
    } else if (decline) {
      const copy = declineCopy(decline, english)
      for (const said of [copy.title, copy.what, copy.who, copy.say]) expect(text).toContain(said)
      expect(text).toContain(english('charges.outcome.sendLink', { amount: '25.00 USD' }))
    } else
      for (const said of [english('charges.case.say'), english('charges.case.stuck')])
        expect(text).toContain(said)
  },
)

test('a charge whose request is being repeated is shown as such, with the sentence for the customer', () => {
  const text = screen({ state: 'UNKNOWN' })
  for (const said of [english('charges.case.say'), english('charges.case.repeating')])
    expect(text).toContain(said)
})

const again = english('charges.review.again')
const startOver = english('charges.review.startOver')
const restore = english('charges.review.restore')
const link = english('charges.outcome.sendLink', { amount: '25.00 USD' })

/** Refusals after which nothing was carried out, and the buttons that can help. */
const refusals = [
  ['no_saved_card', 409, [link, again]],
  ['customer_archived', 409, [restore, again]],
  ['charges_disabled', 403, [again]],
  ['rate_limited', 429, [again]],
  ['invalid_api_key', 401, [again]],
  ['resource_not_found', 404, []],
  ['invalid_parameters', 400, [link, startOver]],
  ['idempotency_key_reused', 422, [link, startOver]],
  ['host_unreachable', 0, [again]],
  ['account_disconnected', 0, [again]],
  ['a_code_of_another_host', 400, [link, again]],
] as const

test.each(refusals)(
  'the refusal %s is shown as not charged, with the actions that can help',
  (code, status, ways) => {
    const problem = { status, code, message: '', retry_after_s: null }
    const text = screen({ problem })
    const offered: readonly string[] = ways
    for (const way of [link, again, startOver, restore])
      expect(text.includes(way)).toBe(offered.includes(way))
    const copy = refusalCopy(problem, english)
    for (const said of [copy.title, copy.what, copy.who, copy.say]) expect(text).toContain(said)
    expect(copy.what).toMatch(/nothing was charged/i)
    if (isErrorCode(code)) expect(status).toBe(errorTable[code].status)
  },
)

test('a paid charge links to its payment and to the receipt that the host reports', () => {
  const paid = { state: 'PAID', payment_id: 'pay_1' } as const
  const payment = english('charges.outcome.payment')
  const receipt = english('charges.outcome.receipt')
  const text = screen(paid, { receipt_url: 'https://host.example/r/1' })
  for (const way of [payment, receipt]) expect(text).toContain(way)
  expect(screen(paid)).not.toContain(receipt)
})

test('a retry is offered only after a decline that may pass', () => {
  const decline = { code: 'processing_error', message: '', advice: null, retryable: true }
  const tryCard = english('charges.outcome.tryCard')
  expect(screen({ state: 'DECLINED', decline })).toContain(tryCard)
  expect(
    screen({ state: 'DECLINED', decline }, { successor: { id: 'chg_2', state: 'LINKED' } }),
  ).not.toContain(tryCard)
  expect(screen({ state: 'DECLINED', decline: { ...decline, retryable: false } })).not.toContain(tryCard)
})

test.each(chargeStates)('a closed case shows the charge that replaced it as %s', (state) => {
  const RELEASED = english('charges.meaning.RELEASED')
  const text = screen({ state: 'RELEASED' }, { successor: { id: 'chg_2', state } })
  for (const said of [
    RELEASED,
    english('charges.outcome.inItsPlace', { state: english(`charges.state.${state}`) }),
  ])
    expect(text).toContain(said)
  expect(screen({ state: 'RELEASED' })).not.toMatch(/new charge|in its place/)
})

const linked = { state: 'LINKED', way: 'LINK', link_id: 'pl_1' } as const
const payment_url = 'https://pay.example/pl_1'

test('the message of a link that asks for a card mentions that the card can be saved', () => {
  expect(page(linked, { payment_url }, true)).toContain('save%20your%20card')
  expect(page(linked, { payment_url })).not.toContain('save%20your%20card')
})

test('a paid link is no longer announced as not charged', () => {
  const known = (shown_status: string) => {
    const client = new QueryClient()
    const link = { ...aLink({ id: 'pl_1' }), shown_status, mirror: { missing: false } }
    client.setQueryData(['', 'links', 'detail', { id: 'pl_1' }], { link })
    return page(linked, { payment_url }, false, client)
  }
  expect(known('ACTIVE')).toContain(english('charges.outcome.linkedHint'))
  expect(known('COMPLETED')).not.toContain(english('charges.outcome.linkedHint'))
})

test('the review shows the expiry of an expired card and links back to the amount', () => {
  const card = { brand: 'visa', last4: '4242', expiry: '12/25' }
  const text = screen({ card }, { card_state: 'expired' })
  for (const said of ['12/25', 'Expired', english('charges.review.change')])
    expect(text.toLowerCase()).toContain(said.toLowerCase())
})

test('a case shows the search for its payments before it reports that none could be listed', () => {
  const state = 'UNRESOLVED'
  expect(screen({ state }, { matches: null, search: 'LATER' })).toContain(english('charges.case.looking'))
  expect(screen({ state }, { matches: null, search: 'FAILED' })).toContain(english('charges.case.noList'))
})

test('a case of a link shows that no money was taken', () => {
  const text = screen({ state: 'UNRESOLVED', way: 'LINK' })
  expect(text).toContain(english('charges.linkCase.lead'))
  for (const not of [english('charges.case.warning'), english('charges.case.matches')])
    expect(text).not.toContain(not)
})

test('a new key is offered only for a stored response and after every payment was checked', () => {
  const release = english('charges.case.release')
  const warning = english('charges.case.warning')
  const retryCharge = english('charges.case.retryCharge')
  const retryHint = english('charges.case.retryHint')
  const partly = english('charges.case.partly')
  const waitPending = english('charges.case.waitPending')
  const at = { created_at: NOON, amount: 25, currency: 'USD', id: 'pay_1' }
  const safe = screen({ state: 'UNRESOLVED' })
  expect(safe).toContain(release)
  expect(safe).not.toContain(warning)
  const part = screen({ state: 'UNRESOLVED' }, { search: 'PART' })
  for (const text of [partly, warning]) expect(part).toContain(text)
  expect(part).not.toContain(release)
  const waiting = screen({ state: 'UNRESOLVED' }, { matches: [{ ...at, status: 'PENDING' }] })
  for (const text of [waitPending, warning]) expect(waiting).toContain(text)
  expect(waiting).not.toContain(release)
  const ended = screen({ state: 'UNKNOWN', has_ended: true })
  for (const text of [retryCharge, retryHint]) expect(ended).toContain(text)
  expect(ended).not.toContain(release)
  const repeated = screen({ state: 'UNKNOWN' })
  expect(repeated).not.toContain(retryCharge)
  expect(repeated).toContain(warning)
})

test('a case shows later payments and requires the amount before a retry', () => {
  const ended = { state: 'UNKNOWN', has_ended: true } as const
  const similar = { charge_id: null, payment_id: 'pay_9', at: NOON }
  const paidSince = english('charges.review.paidSince')
  const typeAgain = english('charges.review.typeAgain')
  const similarPayment = english('charges.review.similarPayment')
  for (const said of [paidSince, typeAgain, similarPayment, english('charges.case.retryCharge')])
    expect(screen(ended, { similar })).toContain(said)
  expect(screen(ended)).not.toContain(typeAgain)
})

test('giving up is offered only if the server allows it', () => {
  const giveUp = english('charges.case.giveUp')
  const ended = { state: 'UNKNOWN', is_case: true, has_ended: true } as const
  expect(screen(ended, { matches: null, search: 'FAILED', may_give_up: true })).toContain(giveUp)
  expect(screen(ended, { matches: null, search: 'FAILED' })).not.toContain(giveUp)
  expect(screen({ state: 'GIVEN_UP' })).toContain(english('charges.meaning.GIVEN_UP'))
})

test('the sentence for the customer never contains details of a card that are unsafe to reveal', () => {
  for (const code of ['lost_card', 'stolen_card', 'fraudulent'] as const)
    expect(english(`charges.say.${code}`)).not.toMatch(/lost|stolen|fraud/i)
})
