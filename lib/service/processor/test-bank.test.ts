import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testCards } from '@/lib/contract/test-cards'
import type { Database } from '@/lib/platform/database'
import { openTestPool } from '@/test/factories/create-shop'
import { describeProcessor } from '@/test/processor-conformance'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { type CardDetails, ProcessorUnreachable, withProcessorTimeout } from './port'
import { TestBank } from './test-bank'
import { changeTestBank, decideChallenge } from './test-bank-books'

const WEB_URL = 'http://localhost:3000'

const card = (number: string): CardDetails => ({ number, expiryMonth: 12, expiryYear: 2099, cvc: '123' })

describeProcessor('the test bank', async () => {
  const testDatabase = await createTestDatabase({ tampered: true })
  const database = openTestPool(testDatabase.url, 20)
  return {
    processor: new TestBank(database, { webUrl: WEB_URL }),
    cards: {
      approved: card('4242424242424242'),
      declined: card('4000000000000002'),
      confirmation: card('4000002500003155'),
      lostAfterAuthorize: card('4000000000000119'),
      lostAfterCapture: card('4000000000000127'),
      refundDeclined: card('4000000000005126'),
      refundLostBefore: card('4000000000006009'),
      refundLostAfter: card('4000000000006017'),
    },
    async decide(confirmUrl, decision) {
      await decideChallenge(database, confirmUrl.split('/').at(-1) ?? '', decision, new Date())
    },
    async close() {
      await database.close()
      await testDatabase.drop()
    },
  }
})

describe('the test bank alone', () => {
  let testDatabase: TestDatabase
  let database: Database
  let bank: TestBank
  let serial = 0

  beforeAll(async () => {
    testDatabase = await createTestDatabase({ tampered: true })
    database = openTestPool(testDatabase.url)
    bank = new TestBank(database, { webUrl: WEB_URL })
  })
  afterAll(async () => {
    await database.close()
    await testDatabase.drop()
  })

  it('a challenge with a character that Postgres cannot store is unknown', async () => {
    expect(await decideChallenge(database, 'a\0b', 'approve', new Date())).toBeNull()
  })
  beforeEach(() => changeTestBank(database, { delayMs: 0, outage: false }))

  async function authorize(number: string, timeoutMs?: number) {
    serial += 1
    const reference = `pay_${serial}`
    const { token } = await bank.tokenize(card(number))
    const request = { reference, token, amountMinor: 100, currency: 'USD', returnUrl: null }
    const answer = withProcessorTimeout((signal) => bank.authorize(request, signal), timeoutMs)
    return { reference, answer }
  }

  it.each([
    ['too late', '4000000000000424'],
    ['nonsense', '4000000000000432'],
  ])(
    'an authorization that is answered %s reserves the money: the caller learns nothing, and the void releases it',
    async (_, number) => {
      const { reference, answer } = await authorize(number, 500)
      await expect(answer).rejects.toThrow(ProcessorUnreachable)
      expect(await bank.void(reference)).toMatchObject({ outcome: 'voided' })
    },
  )

  it('an authorization of another amount is reported', async () => {
    const { answer } = await authorize('4000000000000440')
    expect(await answer).toMatchObject({ outcome: 'authorized', amountMinor: 101 })
  })

  it('an unknown card and an expired card are declined, whatever their other outcome', async () => {
    expect(await (await authorize('4111111111111111')).answer).toMatchObject({
      declineCode: 'generic_decline',
    })
    const { token } = await bank.tokenize({ ...card('4242424242424242'), expiryYear: 2020 })
    const request = { reference: 'pay_old', token, amountMinor: 100, currency: 'USD', returnUrl: null }
    expect(await bank.authorize(request, AbortSignal.timeout(1_000))).toMatchObject({
      declineCode: 'expired_card',
    })
  })

  it('every call fails in an outage, and nothing has happened', async () => {
    const { reference, answer } = await authorize('4242424242424242')
    await answer
    await changeTestBank(database, { outage: true })
    await expect(bank.tokenize(card('4242424242424242'))).rejects.toThrow(ProcessorUnreachable)
    await expect(bank.capture(reference)).rejects.toThrow(ProcessorUnreachable)
    await expect(bank.void(reference)).rejects.toThrow(ProcessorUnreachable)
    await expect(bank.lookup(reference)).rejects.toThrow(ProcessorUnreachable)
    expect(await changeTestBank(database, { outage: false })).toEqual({ delayMs: 0, outage: false })
    expect(await bank.lookup(reference)).toMatchObject({ status: 'AUTHORIZED' })
  })

  it('a call with a delay beyond the timeout acts late: an earlier void is a tombstone that bars it', async () => {
    await changeTestBank(database, { delayMs: 400 })
    serial += 1
    const reference = `pay_${serial}`
    const { token } = await bank.tokenize(card('4242424242424242'))
    const request = { reference, token, amountMinor: 100, currency: 'USD', returnUrl: null }
    let heard: Promise<unknown> = Promise.resolve()
    const late = withProcessorTimeout((signal) => {
      const answer = bank.authorize(request, signal)
      heard = answer
      return answer
    }, 20)
    await expect(late).rejects.toThrow(ProcessorUnreachable)
    await changeTestBank(database, { delayMs: 0 })
    expect(await bank.void(reference)).toEqual({ outcome: 'tombstone' })
    expect(await heard).toEqual({ outcome: 'refused' })
  })

  it('no card number is stored', async () => {
    for (const { number } of testCards) await bank.tokenize(card(number))
    const { rows } = await database.as('checkout_bank').query<{ row: string }>({
      text: 'SELECT t::text AS row FROM test_bank.card_token t',
    })
    const kept = rows.map(({ row }) => row).join('\n')
    for (const { number } of testCards) expect(kept).not.toContain(number)
  })
})
