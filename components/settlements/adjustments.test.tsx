import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocaleProvider } from '@/components/texts/texts-provider'
import { SHOWN_ADJUSTMENTS_MAX } from '@/lib/contract/limits'
import type { SettlementAdjustment } from '@/lib/contract/settlement'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { anAdjustment, aSettlement, NOON } from '@/test/factories/dashboard'
import { SettlementAdjustments } from './detail'

const firstOnes = english('settlement-detail.adjustments.first', { count: SHOWN_ADJUSTMENTS_MAX })
const mirror = { seen_at: NOON.toISOString(), confirmed_at: null, conflict: false, missing: false }
const html = (adjustments?: SettlementAdjustment[]) =>
  renderToStaticMarkup(
    <EnglishTexts>
      <LocaleProvider locale="en" timeZone="UTC" now={NOON.getTime()}>
        <SettlementAdjustments settlement={{ ...aSettlement({ adjustments }), unexplained: 0, mirror }} />
      </LocaleProvider>
    </EnglishTexts>,
  )
const many = (count: number) => Array.from({ length: count }, (_, at) => anAdjustment({ id: `ref_${at}` }))

test('each refund and dispute is listed with its sign and a link to its payment', () => {
  const page = html([
    anAdjustment(),
    anAdjustment({ type: 'dispute_won', id: 'dsp_1', payment_id: 'pay_won', amount: 115 }),
  ])
  expect(page).toContain('\u22125.50')
  expect(page).toMatch(/>115\.00 /)
  expect(page).toContain(english('settlement-detail.adjustments.type.dispute_won'))
  expect(page).toContain('/payments/pay_won"')
  expect(page).not.toContain(firstOnes)
})

test('a settlement without refunds and disputes has no section of them', () => {
  expect(html()).toBe('')
  expect(html([])).toBe('')
})

test('a list that may be cut says how many it has', () => {
  expect(html(many(SHOWN_ADJUSTMENTS_MAX))).toContain(firstOnes)
})
