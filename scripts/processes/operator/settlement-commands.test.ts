import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Side } from '@/lib/platform/database'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { Keyring } from '@/lib/platform/secrets'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { deliverDue } from '@/lib/service/webhooks/run-deliveries'
import { openTestPool } from '@/test/factories/create-shop'
import { openSettlementHarness, type SettlementHarness } from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { signatureHolds, startReceiver } from '@/test/test-receiver'
import { runOperator } from './program'

const KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`
const NOON = new Date('2026-11-10T17:00:00.000Z')

describe('operator settle, transfer, account bank', () => {
  let test: TestDatabase
  let database: Database<Side>

  beforeAll(async () => {
    test = await createTestDatabase()
    database = openTestPool(test.url)
  })
  afterAll(async () => {
    await database.close()
    await test.drop()
  })

  async function operator(harness: Pick<SettlementHarness, 'now'>, args: readonly string[], json = true) {
    let out = ''
    const errors: string[] = []
    const session = {
      database,
      db: database.as('checkout_system'),
      keyring: new Keyring(KEYS),
      urls: { web: 'https://pay.example', api: 'https://api.example' },
      testMode: true,
      bank: 'test_bank' as const,
      processor: 'test_bank' as const,
      books: null,
      now: harness.now,
      write: (text: string) => {
        out += text
      },
    }
    const code = await runOperator([...args, ...(json ? ['--json'] : [])], session, (line) =>
      errors.push(line),
    )
    return { code, errors, answer: json && out ? JSON.parse(out) : out }
  }

  it('money moves from available to in transit to paid out, the merchant is notified, and the books are consistent', async () => {
    const harness = await openSettlementHarness({ database, start: NOON })
    const shop = await startReceiver()
    const { ctx } = harness.shop
    const rules = { keyring: new Keyring(KEYS), testMode: true }
    const { secret } = await createEndpoint(ctx, { url: shop.url }, rules)
    await harness.collect(10_000)
    expect((await operator(harness, ['settle', '--account', harness.accountId])).answer).toEqual([])
    harness.passHours(24)
    const settled = await operator(harness, ['settle', '--account', harness.accountId])
    expect(settled.answer).toEqual([
      {
        settlement_id: expect.stringMatching(/^set_/),
        account_id: harness.accountId,
        status: 'PENDING',
        net_amount: 96.8,
        currency: 'USD',
        payment_count: 1,
        period_start: '2026-11-10T05:00:00.000Z',
        period_end: '2026-11-11T05:00:00.000Z',
        reference: null,
        problem: null,
      },
    ])
    expect((await harness.balance()).in_transit).toBe(9_680)
    const { answer } = await operator(harness, ['transfer'])
    expect(answer).toMatchObject([{ status: 'PAID', reference: expect.stringMatching(/^TR-/) }])
    expect((await harness.balance()).paid_out).toBe(9_680)
    expect((await operator(harness, ['transfer'])).answer).toEqual([])
    expect(await operator(harness, ['check'])).toMatchObject({ code: 0, answer: { coherent: true } })

    const http = new OutboundHttp({ testMode: true })
    await deliverDue({
      ...rules,
      database,
      http,
      now: harness.now,
      owner: 'test',
      leaseMs: 30_000,
      log: ctx.log,
    })
    const events = shop.received.map((request) => {
      expect(signatureHolds(request, secret, harness.now().getTime() / 1_000)).toBe(true)
      return JSON.parse(request.body)
    })
    const byKind = new Map(events.map(({ event, data }) => [event, data.settlement]))
    expect([...byKind.keys()].toSorted()).toEqual(['settlement.created', 'settlement.paid'])
    expect(byKind.get('settlement.created')).toMatchObject({
      status: 'PENDING',
      reference: null,
      paid_at: null,
    })
    const { reference } = answer[0]
    expect(byKind.get('settlement.paid')).toMatchObject({ status: 'PAID', reference, net_amount: 96.8 })
    await shop.close()
  })

  it('the command reports its effect, or the reason why there was none', async () => {
    const harness = await openSettlementHarness({ database, start: NOON })
    const say = async (...args: string[]) =>
      String((await operator(harness, args, false)).answer).split('\n')[0]
    const settle = ['settle', '--account', harness.accountId]
    expect(await say(...settle)).toMatch(/^Nothing is due: .* for acct_.*midnight/)
    await harness.collect(10_000)
    harness.passHours(24)
    expect(await say(...settle)).toBe('1 settlement made:')
    expect(await say('transfer')).toBe('1 of 1 transfer left:')
    expect(await say('transfer')).toBe('No transfer waits: every settlement has left, or is a debt.')
    expect(await say('outbox')).toMatch(/^No message has been shown yet\./)
    expect(await say('webhook', 'list', '--account', harness.accountId)).toBe(
      `${harness.accountId} has no webhook endpoint.`,
    )
    expect(await say('check')).toMatch(/^The books add up/)
  })

  it('the command settles as of a later time, and sends a transfer that the bank delays', async () => {
    const harness = await openSettlementHarness({ database, start: NOON })
    await harness.collect(10_000)
    const until = '2026-11-11T00:00:00-05:00'
    const { answer } = await operator(harness, ['settle', '--account', harness.accountId, '--until', until])
    expect(answer).toHaveLength(1)
    expect(await harness.transfer()).toEqual(['ordered'])
    const id = answer[0].settlement_id
    expect((await operator(harness, ['transfer', '--settlement', id])).answer).toMatchObject([
      { status: 'PAID' },
    ])
    // A repetition only shows it.
    expect((await operator(harness, ['transfer', '--settlement', id])).answer).toMatchObject([
      { status: 'PAID' },
    ])
  })

  it('a refused transfer is reported with its reason, and retried with another account', async () => {
    const harness = await openSettlementHarness({ database, start: NOON })
    const named = await operator(harness, [
      'account',
      'bank',
      harness.accountId,
      ...['--name', 'Banco Central', '--holder', 'Café Aurora', '--number', '0001 1111-1116'],
    ])
    expect(named.answer).toEqual({
      account_id: harness.accountId,
      bank_name: 'Banco Central',
      holder: 'Café Aurora',
      account_last4: '1116',
      created_at: NOON.toISOString(),
    })
    await harness.collect(10_000)
    harness.passHours(24)
    const { answer } = await operator(harness, ['settle', '--account', harness.accountId])
    const transfer = ['transfer', '--settlement', answer[0].settlement_id]
    expect((await operator(harness, transfer)).answer).toMatchObject([
      { status: 'PENDING', problem: 'account_not_found' },
    ])
    await operator(harness, [
      'account',
      'bank',
      harness.accountId,
      '--name',
      'B',
      '--holder',
      'C',
      '--number',
      '000123456789',
    ])
    expect((await operator(harness, transfer)).answer).toMatchObject([{ status: 'PAID', problem: null }])
    expect((await operator(harness, ['account', 'bank', harness.accountId])).answer).toMatchObject({
      account_last4: '6789',
    })
  })

  it('an account with a weekly schedule is settled weekly', async () => {
    const harness = await openSettlementHarness({ database, start: NOON })
    const { answer } = await operator(harness, ['account', 'schedule', harness.accountId, 'weekly'])
    expect(answer).toMatchObject({ settlement_schedule: 'weekly' })
    await harness.collect(100)
    harness.passHours(24)
    expect((await operator(harness, ['settle', '--account', harness.accountId])).answer).toEqual([])
  })

  it.each([
    [['settle', '--account', 'acct_nobody'], 'acct_nobody'],
    [['settle', '--until', 'tomorrow'], '--until'],
    [['transfer', '--settlement', 'set_nobody'], 'set_nobody'],
    [['account', 'bank', 'acct_nobody'], 'acct_nobody'],
    [['account', 'schedule', 'acct_nobody', 'hourly'], 'daily or weekly'],
  ])('the command refuses %j in one line', async (args, reason) => {
    const { code, errors } = await operator({ now: () => NOON }, args)
    expect([code, errors.length]).toEqual([1, 1])
    expect(errors[0]).toContain(reason)
  })

  it('all problems of a bank account are reported at once, by their options', async () => {
    const harness = await openSettlementHarness({ database, start: NOON })
    const { errors } = await operator(harness, ['account', 'bank', harness.accountId, '--number', 'x'])
    expect(errors[0]).toMatch(/--name:.*--holder:.*--number:/)
    expect((await operator(harness, ['account', 'bank', harness.accountId])).errors[0]).toContain(
      'no bank account',
    )
  })
})
