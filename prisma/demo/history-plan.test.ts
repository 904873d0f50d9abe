import { expect, test } from 'vitest'
import { type HistoryOptions, planHistory } from './history-plan'
import { Random } from './random'

const ZONE = 'America/New_York'
const until = new Date('2026-11-20T18:00:00Z')
const shop = { timezone: ZONE, created_at: new Date('2026-05-01T00:00:00Z') }
const plan = (over: Partial<HistoryOptions> = {}) =>
  planHistory(shop, { random: new Random(7), payments: 1_700, days: 90, until, inFlight: 2, ...over })

const { links, payments, visits } = plan()
const weekday = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, weekday: 'short' })
const weekdayOf = (at: Date) => weekday.format(at)
const hour = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, hourCycle: 'h23', hour: '2-digit' })
const hourOf = (at: Date) => Number(hour.format(at))
const count = <Item>(items: readonly Item[], is: (item: Item) => boolean) => items.filter(is).length

test('the same seed plans the same history, and another seed another one', () => {
  const planned = (random: Random) =>
    plan({ random }).payments.map(({ at, link, outcome, payer, card }) => [
      at,
      link.body.title,
      outcome,
      payer,
      card,
    ])
  expect(planned(new Random(7))).toEqual(planned(new Random(7)))
  expect(planned(new Random(7))).not.toEqual(planned(new Random(8)))
})

test('a plan has the requested number of payments in the order of their instants, each while its link is payable', () => {
  expect(payments).toHaveLength(1_700)
  expect(payments.toSorted((a, b) => a.at.getTime() - b.at.getTime())).toEqual(payments)
  for (const { at, link } of payments) {
    expect(at >= link.madeAt && at < link.closedAt && at < until).toBe(true)
  }
  for (const { at, link } of visits) expect(at >= link.madeAt && at < until).toBe(true)
})

test('between eight and twelve of a hundred payments are refused, and every other result occurs', () => {
  const others = [
    'pays',
    'confirms',
    'walks away',
    'annulled',
    'lost on the way',
    'found again',
    'at the bank',
  ]
  for (const outcome of others) expect(payments.map((it) => it.outcome)).toContain(outcome)
  const refused = count(payments, ({ outcome }) => !others.includes(outcome)) / payments.length
  expect(refused).toBeGreaterThan(0.08)
  expect(refused).toBeLessThan(0.12)
})

test('a shop has busy weekends, lunch hours and evenings, quiet nights, and a recent payer', () => {
  const on = (day: string) => count(payments, ({ at }) => weekdayOf(at) === day)
  expect(on('Sat')).toBeGreaterThan(on('Mon') * 1.5)
  const between = (from: number, to: number) =>
    count(payments, ({ at }) => hourOf(at) >= from && hourOf(at) < to) / (to - from)
  expect(between(11, 14)).toBeGreaterThan(between(14, 16))
  expect(between(18, 20)).toBeGreaterThan(between(21, 23))
  expect(between(0, 5)).toBeLessThan(3)
  const within = (hours: number) =>
    count(payments, ({ at }) => at.getTime() > until.getTime() - hours * 3_600_000)
  expect(within(3)).toBeGreaterThanOrEqual(5)
  expect(within(24)).toBeGreaterThan(10)
})

test('payers come back, and refused ones try again within minutes', () => {
  const perPayer = new Map<string, number>()
  for (const { payer } of payments) perPayer.set(payer.name, (perPayer.get(payer.name) ?? 0) + 1)
  expect(Math.max(...perPayer.values())).toBeLessThan(60)
  expect(count([...perPayer.values()], (times) => times > 3)).toBeGreaterThan(50)
  const again = payments.filter(({ outcome, payer, at }, index) => {
    if (outcome !== 'no money') return false
    return payments
      .slice(index + 1, index + 20)
      .some((next) => next.payer === payer && next.at.getTime() - at.getTime() < 6 * 60_000)
  })
  expect(again.length).toBeGreaterThan(10)
})

test('a plan has links of every kind: sold out, half sold, ended, given up, unpaid, and made for one client', () => {
  expect(links.length).toBeGreaterThanOrEqual(45)
  const paid = (link: (typeof links)[number]) => count(payments, (it) => it.link === link)
  const quota = links.filter(({ body }) => typeof body.max_uses === 'number')
  expect(count(quota, (link) => paid(link) === link.body.max_uses)).toBeGreaterThan(5)
  expect(count(quota, (link) => paid(link) > 1 && paid(link) < (link.body.max_uses ?? 0))).toBeGreaterThan(0)
  for (const link of quota) expect(paid(link)).toBeLessThanOrEqual(link.body.max_uses ?? 0)
  expect(count(links, (link) => paid(link) === 0)).toBeGreaterThan(3)
  expect(count(links, (link) => paid(link) > 100)).toBeGreaterThan(1)
  expect(count(links, ({ cancelledAt }) => cancelledAt !== null)).toBe(4)
  expect(count(links, ({ body }) => (body.expires_at ?? '') > until.toISOString())).toBeGreaterThan(2)
  expect(new Set(links.map(({ body }) => body.amount)).size).toBeGreaterThan(25)
})

test('a shop that just opened has a history, too, and one without links or days does not fail', () => {
  const young = { timezone: ZONE, created_at: new Date(until.getTime() - 3_600_000) }
  expect(
    planHistory(young, { random: new Random(1), payments: 30, days: 90, until }).payments.length,
  ).toBeLessThanOrEqual(30)
  expect(plan({ payments: 1, days: 1 }).payments.length).toBeLessThanOrEqual(1)
  for (let hours = 0; hours < 24 * 8; hours += 7) {
    const then = new Date(until.getTime() + hours * 3_600_000)
    expect(plan({ payments: 60, days: 30, until: then }).payments.length).toBe(60)
  }
})
