import { beforeEach, expect, test } from 'vitest'
import { anAccount, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { importProgress } from './mirror-health'

const { ctx } = await connectedDashboard()
const DAY_MS = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(NOON.getTime() - days * DAY_MS)
const scope = { ...ctx, now: () => NOON, account: anAccount({ created_at: daysAgo(100).toISOString() }) }
const { connectionId } = ctx

beforeEach(async () => {
  await ctx.db.query({ text: 'DELETE FROM dashboard.noun_import' })
})

async function begin(over: { newest: Date; oldest: Date; doneAt?: Date }): Promise<void> {
  const { newest: firstCreatedAt, oldest: lastCreatedAt, doneAt = null } = over
  const startedAt = new Date(NOON.getTime() - 60_000)
  await ctx.prisma.nounImport.create({
    data: { connectionId, noun: 'payments', seen: 300, startedAt, firstCreatedAt, lastCreatedAt, doneAt },
  })
}

const payments = async (of: Partial<typeof scope> = {}) => (await importProgress({ ...scope, ...of }))[0]

test('the share is the imported part of the account’s lifetime, and the rest takes proportionally long', async () => {
  await begin({ newest: NOON, oldest: daysAgo(25) })
  expect(await payments()).toEqual({
    noun: 'payments',
    done: false,
    seen: 300,
    share: 0.25,
    left_ms: 180_000,
  })
})

test('a list that begins with the oldest object gives the same share', async () => {
  await begin({ newest: daysAgo(100), oldest: daysAgo(75) })
  expect(await payments()).toMatchObject({ share: 0.25, left_ms: 180_000 })
})

test.each([
  ['a small share', { newest: NOON, oldest: daysAgo(1) }, {}],
  [
    'an account that its host made in the future',
    { newest: NOON, oldest: daysAgo(50) },
    { account: anAccount({ created_at: daysAgo(-1).toISOString() }) },
  ],
  ['a finished import', { newest: NOON, oldest: daysAgo(50), doneAt: NOON }, {}],
])('nothing is estimated from %s', async (_, span, of) => {
  await begin(span)
  expect(await payments(of)).toMatchObject({ seen: 300, share: null, left_ms: null })
})

test('objects older than their account never give a share above the whole', async () => {
  await begin({ newest: NOON, oldest: daysAgo(400) })
  expect(await payments()).toMatchObject({ share: 1, left_ms: 0 })
})

test('a noun whose import has not begun is shown as waiting', async () => {
  const waiting = { done: false, seen: 0, share: null, left_ms: null }
  expect(await importProgress(scope)).toEqual(
    ['payments', 'links', 'customers', 'settlements'].map((noun) => ({ noun, ...waiting })),
  )
})
