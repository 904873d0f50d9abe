import { expect, test } from 'vitest'
import type { PaidSettlement } from '@/lib/dashboard/statements/paid-settlements'
import { english } from '@/test/english'
import { matchBankLines } from './match-bank-lines'
import type { BankLine } from './read-bank-lines'

const settlement = (id: string, over: Partial<PaidSettlement> = {}): PaidSettlement => ({
  id,
  reference: `TRF-2026-${id}`,
  pending: false,
  day: '2026-11-10',
  net_minor: '1000',
  ...over,
})

let row = 0
function line(text: string, over: Partial<BankLine> = {}): BankLine {
  row += 1
  return { row, text, day: '2026-11-11', minor: 1000n, isProven: true, ...over }
}

function outcome(lines: BankLine[], settlements: PaidSettlement[]) {
  const result = matchBankLines({ lines, unread: [] }, settlements)
  const { matched, different, undecided, missing, notOurs } = result
  return {
    matched: matched.map(
      ({ settlement, note }) => `${settlement?.id} ${note && english(note).toLowerCase()}`,
    ),
    different: different.map(({ settlement, differenceMinor }) => `${settlement?.id} ${differenceMinor}`),
    undecided: undecided.map(({ candidates = [] }) => candidates.map(({ id }) => id).join(' or ')),
    missing: missing.map(({ settlement }) => settlement?.id),
    notOurs: notOurs.map(({ line }) => line?.text),
  }
}
const nothing = { matched: [], different: [], undecided: [], missing: [], notOurs: [] }

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
  const friday = settlement('S1', { reference: null, day: '2026-11-13' })
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

test('money of a settlement that is still on its way here is matched, and such a settlement is never missing', () => {
  const pending = settlement('0001', { reference: null, pending: true })
  expect(outcome([line('Payout'), line('Other', { minor: 7n })], [pending])).toEqual({
    ...nothing,
    matched: ['0001 still on its way here.'],
    notOurs: ['Other'],
  })
  const rent = line('Rent', { day: '2026-11-10', minor: -5n })
  expect(outcome([rent], [pending])).toEqual({ ...nothing, notOurs: ['Rent'] })
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
    settlement('0002', { day: '2026-11-11', net_minor: '5' }),
    settlement('0003', { day: '2026-11-13', net_minor: '5' }),
    settlement('0004', { day: '2026-11-09', net_minor: '5' }),
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
  const undated = settlement('0001', { day: null })
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
