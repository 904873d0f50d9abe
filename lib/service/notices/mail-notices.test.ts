import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Database } from '@/lib/platform/database'
import { type Mailer, MailFailed, MailRefused } from '@/lib/platform/mail/mailer'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { mailNotices } from './mail-notices'
import { closeNotice, recordNotice } from './processor-notices'

const NOW = new Date('2026-11-20T12:00:00.000Z')

let test: TestDatabase
let database: Database
let mails: Parameters<Mailer['send']>[0][]
let failure: Error | null

beforeAll(async () => {
  test = await createTestDatabase()
  database = new Database({ url: test.url, max: 4 })
})
afterAll(async () => {
  await database.close()
  await test.drop()
})
beforeEach(async () => {
  mails = []
  failure = null
  await system().query({ text: 'UPDATE health.processor_notice SET closed_at = now()' })
})

const system = () => database.as('checkout_system')
const mailer: Mailer = {
  outcome: 'SENT',
  async send(mail) {
    mails.push(mail)
    if (failure) throw failure
  },
}
const round = () => mailNotices({ database, mailer, to: 'ops@checkout.test', log: pino({ level: 'silent' }) })

async function report(eventId: string): Promise<void> {
  const notice = { eventId, kind: 'payout', amountMinor: 900, currency: 'usd', occurredAt: NOW } as const
  await recordNotice(system(), { ...notice, summary: 'the payout failed' }, { paymentId: null, now: NOW })
}

it('each open notice is mailed once, by any number of workers', async () => {
  await report('evt_1')
  await report('evt_2')
  await report('evt_closed')
  await closeNotice(system(), 'evt_closed', NOW)
  expect((await Promise.all([round(), round(), round()])).reduce((sum, one) => sum + one)).toBe(2)
  expect(await round()).toBe(0)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'The card processor reports a payout (evt_1)',
    'The card processor reports a payout (evt_2)',
  ])
  expect(mails[0]).toMatchObject({
    to: 'ops@checkout.test',
    text: expect.stringContaining('the payout failed. 900 USD (smallest unit). '),
  })
})

it('a mail that did not leave is sent again under its Message-ID once its lease is over', async () => {
  await report('evt_3')
  failure = new MailFailed('the server is away')
  expect(await round()).toBe(0)
  failure = null
  expect(await round()).toBe(0)
  await system().query({
    text: `UPDATE health.processor_notice SET mail_due_at = mail_due_at - interval '56 s'`,
  })
  expect(await round()).toBe(1)
  expect(mails).toHaveLength(2)
  expect(mails[1]?.id).toBe(mails[0]?.id)
})

it('a mail that the server refuses for good is not repeated', async () => {
  await report('evt_4')
  failure = new MailRefused('nobody has this address')
  await round()
  await system().query({
    text: `UPDATE health.processor_notice SET mail_due_at = mail_due_at - interval '56 s'`,
  })
  expect(await round()).toBe(0)
  expect(mails).toHaveLength(1)
})
