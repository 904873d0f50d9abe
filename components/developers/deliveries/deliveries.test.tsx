import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MemberProvider } from '@/components/data/member'
import { read } from '@/components/data/read'
import { answerText, DeliveryBadge, deliveryState } from '@/components/developers/face'
import { LocaleProvider } from '@/components/texts/texts-provider'
import { timesOf } from '@/components/time/times'
import type { DeliveryAttempt, DeliveryDetail, FailureGroup } from '@/lib/contract/panel/deliveries'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { aPageMember } from '@/test/factories/page-member'
import { DeliveryScreen, deliverySentence } from './detail'
import { BulkRetry } from './list'
import { DoctorScreen } from './retry'

const NOON = '2026-11-20T12:00:00.000Z'
const now = Date.parse(NOON)
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const BODY = '{"event":"payment.succeeded","data":{"payment":{"id":"pay_1"}}}'

const base: DeliveryDetail['delivery'] = {
  id: 'whd_1',
  event_id: 'evt_1',
  kind: 'payment.succeeded',
  object_id: 'pay_1',
  endpoint_id: 'we_1',
  url: 'https://shop.example/hook',
  status: 'PENDING',
  test: false,
  attempts: 3,
  automatic_attempts: 3,
  next_attempt_at: at(4),
  manual_due_at: null,
  last_answer_status: 503,
  last_error_class: 'http_5xx',
  created_at: at(-40),
  endpoint_status: 'ACTIVE',
  retry_run_id: null,
  attempts_max: 6,
}

const attempt: DeliveryAttempt = {
  number: 3,
  attempted_at: at(-10),
  duration_ms: 1234,
  answer_status: 503,
  error_class: 'http_5xx',
  answer_head: 'the database is away',
  manual: false,
  signature: 't=1,v1=abc',
  answer_headers: { server: 'nginx', 'set-cookie': ['a=1', 'b=2'] },
}

function page(
  over: Partial<DeliveryDetail['delivery']> = {},
  attempts: DeliveryAttempt[] = [attempt],
  mayRetry = true,
  masked = false,
): string {
  const client = new QueryClient()
  const detail: DeliveryDetail = { delivery: { ...base, ...over }, body: BODY, masked, attempts }
  client.setQueryData(read('', 'deliveries/detail', { id: base.id }).queryKey, detail)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LocaleProvider locale="en" timeZone="UTC" now={now}>
        <EnglishTexts>
          <MemberProvider member={aPageMember(mayRetry ? ['developers.write'] : [])}>
            <DeliveryScreen id={base.id} />
          </MemberProvider>
        </EnglishTexts>
      </LocaleProvider>
    </QueryClientProvider>,
  )
}

const times = timesOf(english, { language: 'en', locale: 'en' }, { timeZone: 'UTC', now })

test.each([
  [{}, 'Failed 3 times. Attempt 4 of 6 is in 4 min.'],
  [{ next_attempt_at: at(0) }, 'Failed 3 times. Attempt 4 of 6 is due now.'],
  [{ attempts: 0, automatic_attempts: 0, next_attempt_at: NOON }, english('developer-rows.meaning.PENDING')],
  [{ manual_due_at: NOON }, 'A manual attempt is due.'],
  [{ status: 'FAILED', attempts: 7, next_attempt_at: null }, english('developer-rows.meaning.FAILED')],
  [{ status: 'SUCCEEDED', attempts: 1, next_attempt_at: null }, english('developer-rows.meaning.SUCCEEDED')],
  [{ status: 'SKIPPED', attempts: 0, next_attempt_at: null }, english('developer-rows.meaning.SKIPPED')],
] as const)('the state of %j is one sentence', (over, sentence) => {
  expect(deliverySentence({ ...base, ...over }, english, times, now)).toBe(sentence)
})

test.each([
  ['PENDING', 0, null, 'Waiting', 'no response yet'],
  ['PENDING', 2, 503, 'Retrying', '503'],
  ['FAILED', 6, null, 'Failed', 'no response yet'],
  ['SKIPPED', 0, null, 'Skipped', 'never sent'],
] as const)(
  'a delivery with the status %s after %i attempts has the same name everywhere',
  (status, attempts, answer, name, last) => {
    const delivery = { ...base, status, attempts, last_answer_status: answer, last_error_class: null }
    expect(english(`developer-rows.state.${deliveryState(delivery)}`)).toBe(name)
    expect(answerText(delivery, english)).toBe(last)
    expect(
      renderToStaticMarkup(
        <EnglishTexts>
          <DeliveryBadge of={delivery} />
        </EnglishTexts>,
      ),
    ).toContain(name)
  },
)

test('an attempt shows its request, response, time and remedy', () => {
  const html = page()
  expect(html).toContain('Service-Signature: t=1,v1=abc')
  expect(html).toContain('Service-Delivery: whd_1')
  expect(html).toContain('User-Agent: Service-Webhooks/1.0')
  expect(html).toContain('set-cookie: b=2')
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('the database is away')
  expect(html).toContain('1,234 ms')
  expect(html).toContain('automatic')
  expect(html).toContain(english('developer-deliveries.failures.5xx.fix'))
  expect(html).toContain('Automatic attempt 4 of 6')
})

test('a delivered event shows the response, its time and its attempt', () => {
  const success = { ...attempt, number: 1, duration_ms: 18, answer_status: 204, error_class: null }
  const delivered = { status: 'SUCCEEDED', attempts: 1, next_attempt_at: null } as const
  expect(page(delivered, [success])).toContain('204 in 18 ms, first attempt')
})

test('an attempt from before signatures and headers were stored omits them', () => {
  const html = page({}, [{ ...attempt, signature: null, answer_headers: null }])
  expect(html).toContain('Service-Event: payment.succeeded')
  expect(html).not.toContain('Service-Signature')
})

test('a masked body is not labeled as sent, and the responses to it are hidden', () => {
  const hidden = { ...attempt, answer_head: null, answer_headers: null }
  const html = page({}, [hidden], false, true)
  expect(html).toContain('Contact details are masked for your role')
  expect(html).toContain('Your role can’t see the response.')
  expect(html).not.toContain(english('developers.body.hint'))
})

test('a response is shown as text, never as markup', () => {
  const html = page({}, [{ ...attempt, answer_head: '<script>alert(1)</script>' }])
  expect(html).not.toContain('<script>')
})

test('a delivery links to its object, its event and its endpoint; a test event has no object', () => {
  const html = page()
  for (const href of ['/payments/pay_1', '/developers/events/evt_1', '/developers/webhooks/we_1'])
    expect(html).toContain(`href="${href}"`)
  expect(page({ test: true })).not.toContain('href="/payments/pay_1"')
})

test('a deleted endpoint has no link', () => {
  const html = page({ endpoint_status: 'DELETED' })
  expect(html).not.toContain('href="/developers/webhooks/we_1"')
  expect(html).toMatch(/shop\.example\/hook.*deleted/)
})

test('a delivery with a signed attempt links to the signature debugger with its id', () => {
  const link = 'href="/developers/webhooks/debugger?delivery=whd_1"'
  expect(page()).toContain(link)
  expect(page({}, [{ ...attempt, signature: null }])).not.toContain(link)
})

test('Retry is offered to members who may write, and is the primary button only after a failure', () => {
  const button = />Retry</
  const primary = /<button[^>]*bg-accent[^>]*>(?:(?!<button).)*>Retry</
  expect(page()).toMatch(primary)
  const delivered = page({ status: 'SUCCEEDED', next_attempt_at: null, last_error_class: null })
  expect(delivered).toMatch(button)
  expect(delivered).not.toMatch(primary)
  expect(page({}, [attempt], false)).not.toMatch(button)
})

test.each([
  [3, 1_000, 'Retry these 3'],
  [1_001, 1_000, 'Retry these 1,000+'],
  [0, 1_000, ''],
])('a bulk retry of %i deliveries, counted up to %i, reads "%s"', (count, counted_to, text) => {
  const totals = { from: 1, counts: { RETRY: count }, count: 9, counted_to, amount: 0, currency: 'USD' }
  const html = renderToStaticMarkup(
    <LocaleProvider locale="en" timeZone="UTC" now={now}>
      <EnglishTexts>
        <BulkRetry totals={totals} href="/developers/deliveries/retry" />
      </EnglishTexts>
    </LocaleProvider>,
  )
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(text)
})

const group: FailureGroup = {
  cause: 'auth',
  endpoint_id: 'we_1',
  url: 'https://shop.example/hook',
  endpoint_status: 'ACTIVE',
  count: 12,
  since: at(-90),
  example: 'whd_9',
  example_answer: 401,
  answered_at: null,
}

const doctorPage = (over: Partial<FailureGroup>, mayRetry = true) =>
  renderToStaticMarkup(
    <LocaleProvider locale="en" timeZone="UTC" now={now}>
      <MemberProvider member={aPageMember(mayRetry ? ['developers.write'] : [])}>
        <EnglishTexts>
          <DoctorScreen groups={[{ ...group, ...over }]} />
        </EnglishTexts>
      </MemberProvider>
    </LocaleProvider>,
  )

test('the doctor offers a bulk retry once the endpoint answers again, else a test event', () => {
  const failing = doctorPage({})
  expect(failing).toContain(english('developer-deliveries.failures.auth.fix'))
  expect(failing).toContain('Still failing')
  expect(failing).toContain('href="/developers/webhooks/we_1?test=1"')
  expect(failing).not.toContain('Retry these')
  const answering = doctorPage({ answered_at: '2026-11-20T11:04:00.000Z' })
  expect(answering).toContain('Working again, last success 11:04')
  expect(answering).toContain('Retry these 12')
  expect(answering).toContain(
    'href="/developers/deliveries/retry?endpoint=we_1&amp;answer=auth&amp;period=7d"',
  )
  expect(doctorPage({ answered_at: NOON }, false)).not.toContain('Retry these')
})
