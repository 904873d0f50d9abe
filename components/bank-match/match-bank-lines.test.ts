import { expect, test } from 'vitest'
import type { PaidSettlement } from '@/lib/dashboard/schema/statement'
import { matchBankLines } from './match-bank-lines'
import type { BankLine } from './read-bank-lines'

const settlement = (id: string, over: Partial<PaidSettlement> = {}): PaidSettlement => ({
  id,
  reference: `TRF-2026-${id}`,
  pending_day: null,
  paid_day: '2026-11-10',
  net_minor: '1000',
  payments: 3,
  ...over,
})

let row = 0
function line(text: string, over: Partial<BankLine> = {}): BankLine {
  row += 1
  return { row, text, day: '2026-11-11', minor: 1000n, isProven: true, ...over }
}

function outcome(lines: BankLine[], settlements: PaidSettlement[], knownUntil: string | null = null) {
  const known_until = knownUntil === null ? null : { day: knownUntil, at: '' }
  const result = matchBankLines({ lines, unread: [] }, { settlements, known_until }, 'noon')
  const { matched, different, undecided, missing, notKnown, notOurs } = result
  return {
    matched: matched.map(({ settlement, note }) => `${settlement?.id} ${note?.toLowerCase()}`),
    different: different.map(({ settlement, differenceMinor }) => `${settlement?.id} ${differenceMinor}`),
    undecided: undecided.map(({ candidates = [] }) => candidates.map(({ id }) => id).join(' or ')),
    missing: missing.map(({ settlement }) => settlement?.id),
    notKnown: notKnown.map(({ line, settlement }) => `${line?.text}${settlement ? ` ${settlement.id}` : ''}`),
    notOurs: notOurs.map(({ line }) => line?.text),
  }
}
const nothing = { matched: [], different: [], undecided: [], missing: [], notKnown: [], notOurs: [] }

test.each([
  ['as it is', 'Payout TRF-2026-0001 Checkout'],
  ['in lower case', 'payout trf-2026-0001'],
  ['with spaces', 'TRF 2026 0001'],
  ['without signs', 'PAYOUT TRF20260001'],
  ['behind other letters', 'EREF+TRF20260001SVWZ'],
])('a reference is found %s', (_, text) => {
  expect(outcome([line(text)], [settlement('0001')])).toEqual({
    ...nothing,
    matched: ['0001 by its reference'],
  })
})

test('a reference is not found in a longer one', () => {
  const lines = [line('TRF-2026-00012', { minor: 7n })]
  expect(outcome(lines, [settlement('0001')])).toEqual({ ...nothing, notOurs: ['TRF-2026-00012'] })
  const both = [settlement('0001'), settlement('00012', { net_minor: '7' })]
  expect(outcome(lines, both).matched).toEqual(['00012 by its reference'])
})

test('a short reference is found as a whole word only', () => {
  const of = [settlement('S1', { reference: 'AB12', net_minor: '5' })]
  expect(outcome([line('XAB12X', { minor: 5n, day: '2026-12-30' })], of).notOurs).toEqual(['XAB12X'])
  expect(outcome([line('ref AB12.', { minor: 5n })], of).matched).toEqual(['S1 by its reference'])
})

test('a reference with another amount is matched with the difference', () => {
  expect(outcome([line('TRF-2026-0001', { minor: 990n })], [settlement('0001')])).toEqual({
    ...nothing,
    different: ['0001 -10'],
  })
})

test('the line with the right amount is preferred among two lines with one reference', () => {
  const lines = [line('fee TRF-2026-0001', { minor: -10n }), line('TRF-2026-0001')]
  expect(outcome(lines, [settlement('0001')])).toEqual({
    ...nothing,
    matched: ['0001 by its reference'],
    different: ['0001 -10'],
  })
})

test('the return of a payout shows that its amount is missing', () => {
  const lines = [line('TRF-2026-0001'), line('Return TRF-2026-0001', { minor: -1000n })]
  expect(outcome(lines, [settlement('0001')])).toEqual({
    ...nothing,
    matched: ['0001 by its reference'],
    different: ['0001 -1000'],
  })
})

test('a line without a reference is matched by exact net and day, within working days', () => {
  const friday = settlement('S1', { reference: null, paid_day: '2026-11-13' })
  const on = (day: string) => outcome([line('Payout', { day })], [friday])
  expect(on('2026-11-12').matched).toEqual(['S1 by amount and day'])
  expect(on('2026-11-20').matched).toEqual(['S1 by amount and day'])
  expect(on('2026-11-21').notOurs).toEqual(['Payout'])
  expect(on('2026-11-11').notOurs).toEqual(['Payout'])
})

test('outgoing money is never matched by its amount', () => {
  expect(outcome([line('Rent', { minor: -1000n })], [settlement('S1', { reference: null })]).notOurs).toEqual(
    ['Rent'],
  )
})

test('a line whose direction nothing proves is matched by its reference only', () => {
  const of = [settlement('0001'), settlement('0002', { reference: null })]
  const lines = [line('TRF-2026-0001', { isProven: false }), line('Rent', { isProven: false, minor: -1000n })]
  expect(outcome(lines, of)).toEqual({ ...nothing, matched: ['0001 by its reference'], undecided: ['0002'] })
})

test('money of a settlement on its way, or later than the mirror knows, is not known yet', () => {
  const pending = settlement('0001', { reference: null, paid_day: null, pending_day: '2026-11-10' })
  const lines = [
    line('Payout'),
    line('Other', { minor: 7n }),
    line('Earlier', { minor: 8n, day: '2026-11-08' }),
    line('Rent', { minor: -1000n }),
  ]
  expect(outcome(lines, [pending])).toEqual({
    ...nothing,
    notKnown: ['Payout 0001'],
    notOurs: ['Other', 'Earlier', 'Rent'],
  })
  expect(outcome(lines, [pending], '2026-11-11')).toEqual({
    ...nothing,
    notKnown: ['Payout 0001', 'Other'],
    notOurs: ['Earlier', 'Rent'],
  })
})

test('settlements and lines of one amount are left to the user', () => {
  const of = [settlement('S1', { reference: null }), settlement('S2', { reference: null })]
  expect(outcome([line('first'), line('second')], of)).toEqual({
    ...nothing,
    undecided: ['S1 or S2', 'S1 or S2'],
  })
})

test('a settlement without a line is missing only within the period of the lines', () => {
  const of = [
    settlement('0001'),
    settlement('0002', { paid_day: '2026-11-11', net_minor: '5' }),
    settlement('0003', { paid_day: '2026-11-13', net_minor: '5' }),
    settlement('0004', { paid_day: '2026-11-09', net_minor: '5' }),
  ]
  const lines = [
    line('TRF-2026-0001', { day: '2026-11-10' }),
    line('Rent', { day: '2026-11-12', minor: -5n }),
  ]
  expect(outcome(lines, of)).toEqual({
    ...nothing,
    matched: ['0001 by its reference'],
    missing: ['0002'],
    notOurs: ['Rent'],
  })
})

test('a transfer without a date is matched by its reference alone and is never missing', () => {
  const undated = settlement('0001', { paid_day: null })
  expect(outcome([line('TRF-2026-0001')], [undated]).matched).toEqual(['0001 by its reference'])
  const lines = [line('Payout', { day: '2026-11-09' }), line('Rent', { day: '2026-11-12', minor: -5n })]
  expect(outcome(lines, [undated])).toEqual({ ...nothing, notOurs: ['Payout', 'Rent'] })
})

test('five thousand lines are compared at once', () => {
  const of = Array.from({ length: 5_000 }, (_, index) =>
    settlement(`${100_000 + index}`, { net_minor: '1000' }),
  )
  const lines = of.map(({ reference }) => line(`SEPA CREDIT ${reference} CHECKOUT PAYMENTS LTD SETTLEMENT`))
  const started = performance.now()
  expect(outcome(lines, of).matched).toHaveLength(5_000)
  expect(performance.now() - started).toBeLessThan(2_000)
})
