import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Database, Handle, Queryable, Statement } from '@/lib/platform/database'
import { chargeCustomer } from '@/lib/service/charges/charge-customer'
import { createCustomer } from '@/lib/service/customers/create-customer'
import { saveCard } from '@/lib/service/customers/saved-card'
import { TestBank } from '@/lib/service/processor/test-bank'
import { changeTestBank } from '@/lib/service/processor/test-bank-books'
import { VISA } from '@/prisma/demo/plan'
import { contextFor, makeLink } from '@/prisma/demo/seed-context'
import { compare, type Figure } from './figure'
import { type Bench, CONNECTIONS, POOL, requireWritten, runLoad } from './processes'

const LINKS = 200
const DEBIAN = '/usr/lib/postgresql'
/** Numbers of nineteen digits: no two executions of a run get the same. */
const RANDOM = 'random(1000000000000000000, 9000000000000000000)'
/** Body of a charge of the saved card. */
export const CHARGE = { amount: 12.5, description: 'Croissants', use_saved_card: true }

/** Measures an authenticated read of one link against a minimal server that returns the same body. */
export async function measureLinkRead(bench: Bench): Promise<Figure[]> {
  const headers = { Authorization: `Bearer ${bench.apiKey}` }
  const links = Array.from({ length: LINKS }, () => makeLink(bench.seedContext, bench.account))
  const paths = (await Promise.all(links)).map(({ id }) => `/api/v1/payment_links/${id}`)
  const requests = paths.map((path) => ({ method: 'GET' as const, path, headers }))
  const ours = await bench.start('api')
  const baseline = await bench.start('bare', { ACCOUNT_ID: bench.account.id })
  const body = async (url: string) => (await fetch(url + paths[0], { headers })).text()
  if ((await body(ours)) !== (await body(baseline))) throw new Error('The two bodies of a link differ.')
  const how = `GET /payment_links/{id} with a key, limiter on, ${LINKS} links in turn, ${CONNECTIONS} connections, pools of ${POOL}; bare node:http, one prepared SELECT, the same body without a key`
  const load = (url: string) => (seconds: number) => runLoad(url, seconds, requests)
  const sides = { ours: load(ours), baseline: load(baseline) }
  const name = 'authenticated link read'
  return compare(bench.plan, sides, { name, unit: 'requests/s', goal: { atLeast: 0.45 }, how })
}

/** Returns the id of a customer whose saved card is approved, at a bank that responds at once. */
export async function createPayingCustomer(bench: Bench): Promise<string> {
  const { seedContext, account, keyring, database } = bench
  await changeTestBank(database, { delayMs: 0, outage: false })
  const ctx = contextFor(seedContext, account)
  const phone = `+5025555${String(Date.now()).slice(-4)}`
  const fields = { name: 'Ada Lovelace', phone, email: null, notes: null, external_ref: null }
  const { id: customerId } = await createCustomer(ctx, { ...fields, country: account.country })
  const bank = new TestBank(database, { webUrl: seedContext.urls.web })
  const card = await bank.tokenize({ number: VISA, expiryMonth: 12, expiryYear: 2099, cvc: '000' })
  await ctx.db.transaction((tx) =>
    saveCard(tx, keyring, { accountId: account.id, customerId, card, now: ctx.now() }),
  )
  return customerId
}

/** Measures charges of a saved card against pgbench with the statements of such a charge. */
export async function measureCharge(bench: Bench): Promise<Figure[]> {
  const customerId = await createPayingCustomer(bench)
  const headers = { Authorization: `Bearer ${bench.apiKey}`, 'Content-Type': 'application/json' }
  const setupRequest = () => ({
    method: 'POST' as const,
    path: `/api/v1/customers/${customerId}/charges`,
    headers: { ...headers, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(CHARGE),
  })
  const url = await bench.start('api')
  const recordings = [await recordCharge(bench, customerId), await recordCharge(bench, customerId)] as const
  const answered = [recordings.length]
  const how = `POST /customers/{id}/charges with a key and an Idempotency-Key, limiter on, a bank without delay, ${CONNECTIONS} connections; pgbench -M prepared, ${POOL} clients as the tables' owner, the statements and borders that one such charge sent for T1, T2, T3 and the bank (without look-ups of key, customer and card, changes of role and the limiter's statements)`
  const sides = {
    ours: (seconds: number) => runLoad(url, seconds, [{ setupRequest }], answered),
    baseline: (seconds: number) => runPgbench(bench, recordings, seconds, answered),
  }
  const row = { name: 'saved-card charge', unit: 'requests/s', goal: { atLeast: 0.5 }, how } as const
  const figures = await compare(bench.plan, sides, row)
  // Each of pgbench's charges, too: its statements have found their rows.
  requireWritten(await bench.count(`service.payment WHERE status = 'APPROVED'`), answered)
  return figures
}

/** Charges once, over a stand-in for our database that records the statements and the borders of transactions. */
async function recordCharge({ seedContext, account, keyring }: Bench, customerId: string) {
  const recording: Statement[] = []
  const recorded = (target: Queryable): Queryable => ({
    query: (statement) => {
      recording.push(statement)
      return target.query(statement)
    },
  })
  const record = (handle: Handle): Handle => ({
    ...recorded(handle),
    transaction: (work) =>
      handle.transaction(async (tx) => {
        recording.push({ text: 'BEGIN' })
        const result = await work(recorded(tx))
        recording.push({ text: 'COMMIT' })
        return result
      }),
    reserved: () => record(handle.reserved()),
  })
  const { database: real, urls } = seedContext
  const standIn: Pick<Database, 'as'> = { as: (role, tenant) => record(real.as(role, tenant)) }
  // Verbs use only `as`; the class has private fields that a stand-in cannot have.
  const database = standIn as Database
  const ctx = contextFor({ ...seedContext, database }, account)
  const processor = new TestBank(database, { webUrl: urls.web })
  const ids = { idempotencyKey: randomUUID(), requestId: `req_${randomUUID()}`, customerId }
  const request = { ...ids, body: CHARGE, accountName: account.name, currency: account.currency }
  await chargeCustomer({ ctx, processor, keyring, leaseMs: 30_000 }, request)
  // Statements before the claim only look up the customer.
  return recording.slice(recording.findIndex(({ name }) => name === 'charge-claim'))
}

/**
 * Runs the recorded statements for whole seconds, on as many connections as our pool has. Texts that differ between two
 * recordings (ids, keys, owners) become random numbers, one for each execution and distinct value.
 */
async function runPgbench(
  { databaseUrl, folder }: Bench,
  [first, second]: readonly [Statement[], Statement[]],
  seconds: number,
  answered: number[],
): Promise<number[]> {
  const constants: string[] = []
  const random: string[] = []
  const variable = (value: unknown, before: unknown): string => {
    if (value === null || value === undefined) return 'NULL'
    const text = textOf(value)
    // pgbench accepts no empty variable.
    if (text === '') return "''"
    const isKey = Buffer.isBuffer(value) || (typeof value === 'string' && !value.startsWith('{'))
    const [letter, list] =
      isKey && text !== textOf(before) ? (['r', random] as const) : (['c', constants] as const)
    if (!list.includes(text)) list.push(text)
    return `:${letter}${list.indexOf(text)}`
  }
  const statements = second.map(({ text, values }, at) => {
    if (first[at]?.text !== text) throw new Error('Two charges have different statements.')
    const names = values?.map((value, index) => variable(value, first[at]?.values?.[index]))
    return `${text.replace(/\$(\d+)/g, (_, number) => names?.[Number(number) - 1] ?? 'NULL')};`
  })
  const file = path.join(folder, 'charge.sql')
  fs.writeFileSync(file, [...random.map((_, at) => `\\set r${at} ${RANDOM}`), ...statements].join('\n'))
  const options = ['-n', '-M', 'prepared', '-T', seconds.toFixed(0), '-c', String(POOL), '-f', file]
  const variables = constants.flatMap((value, at) => ['-D', `c${at}=${value}`])
  // Debian's folders of PostgreSQL programs are not on the path.
  const debian = fs.existsSync(DEBIAN)
    ? fs.readdirSync(DEBIAN).map((version) => `${DEBIAN}/${version}/bin`)
    : []
  const env = { ...process.env, PATH: [process.env.PATH, ...debian].join(':') }
  const { stdout } = await promisify(execFile)('pgbench', [...options, ...variables, databaseUrl], { env })
  answered.push(Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1]))
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!(perSecond > 0)) throw new Error(`pgbench printed no figure:\n${stdout}`)
  return [perSecond]
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value)
}
