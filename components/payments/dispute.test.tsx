import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocaleProvider } from '@/components/texts/texts-provider'
import type { PaymentDetail } from '@/lib/dashboard/payments/get-payment'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { aDispute, NOON } from '@/test/factories/dashboard'
import { DisputeCard, disputeEntries } from './dispute'
import { Deadline, DisputedBadge } from './face'

const HOUR_MS = 3_600_000
const markup = (element: React.ReactNode) =>
  renderToStaticMarkup(
    <LocaleProvider locale="en" timeZone="UTC" now={NOON.getTime()}>
      <EnglishTexts>{element}</EnglishTexts>
    </LocaleProvider>,
  )

test.each([
  [73, 'in 3 days', false],
  [49, 'in 2 days', false],
  [47, 'in 47 h', true],
  [0.5, 'in 30 min', true],
  [0, 'Deadline passed', true],
])('a deadline in %s hours reads %s, urgent: %s', (hours, text, isUrgent) => {
  const html = markup(<Deadline iso={new Date(NOON.getTime() + hours * HOUR_MS).toISOString()} />)
  expect(html).toContain(text)
  expect(html.includes('text-danger')).toBe(isUrgent)
})

test('the badge shows an open and a lost dispute, and neither a won one nor none', () => {
  for (const status of ['WON', null] as const)
    expect(markup(<DisputedBadge dispute={status && aDispute({ status })} />)).toBe('')
  for (const status of ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'LOST'] as const)
    expect(markup(<DisputedBadge dispute={aDispute({ status })} />)).toContain(
      status === 'LOST' ? 'Dispute lost' : 'Disputed',
    )
})

test('the card shows that the bank refused the evidence, while other evidence may be sent', () => {
  // The card reads no more of its payment than this.
  const detail = { payment: { mirror: { missing: false } } } as unknown as PaymentDetail
  const card = (over: object) => markup(<DisputeCard detail={detail} dispute={aDispute(over)} />)
  const refused = { refusal_code: 'file_unreadable', refused_at: NOON.toISOString() }
  expect(card(refused)).toContain('The bank refused the evidence that was sent (file_unreadable).')
  for (const over of [{}, { ...refused, evidence_due_at: NOON.toISOString() }])
    expect(card(over)).not.toContain('refused')
})

test('the timeline has the dispute from its opening to the decision', () => {
  const evidence = { text: 'x', files: [], submitted_at: NOON.toISOString() }
  const won = aDispute({ status: 'WON', evidence, closed_at: NOON.toISOString() })
  expect(disputeEntries(won, english).map(({ title }) => title)).toEqual([
    'Disputed by the payer',
    'Evidence sent to the bank',
    'Dispute won',
  ])
  expect(disputeEntries(undefined, english)).toEqual([])
})
