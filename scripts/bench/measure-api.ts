import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Database, Handle, Queryable, Statement } from '@/lib/platform/database'
import { chargeCustomer } from '@/lib/service/charges/charge-customer'
import { TestBank } from '@/lib/service/processor/test-bank'
import { contextFor, makeLink } from '@/prisma/demo/seed-context'
import { UserError } from '@/scripts/user-error.mjs'
import { createPayingCustomer } from './datasets'
import { compare, type Figure } from './figure'
import { type Bench, CONNECTIONS, type Count, POOL, requireWritten, runLoad } from './processes'

const LINKS = 200
/** Body of a charge of the saved card. */
export const CHARGE = { amount: 12.5, description: 'Croissants', use_saved_card: true }

/** Measures an authenticated read of one link against a minimal server that returns the same body. */
export async function measureLinkRead(bench: Bench): Promise<Figure[]> {
  const headers = { Authorization: `Bearer ${bench.apiKey}` }
  const requests: { method: 'GET'; path: string; headers: typeof headers }[] = []
  while (requests.length < LINKS) {
    const { id } = await makeLink(bench.seedContext, bench.account, {
      metadata: { order: 1_000 + requests.length },
    })
    requests.push({ method: 'GET', path: `/api/v1/payment_links/${id}`, headers })
  }
  const [ours, baseline] = [await bench.start('api'), await bench.startBaseline()]
  const body = async (url: string) => (await fetch(url + requests[0]?.path, { headers })).text()
  if ((await body(ours)) !== (await body(baseline))) throw new Error('The two bodies of a link differ.')
  const how = `GET /payment_links/{id} with a key, limiter on, ${LINKS} links in turn, ${CONNECTIONS} connections, pools of ${POOL}; bare node:http, one prepared SELECT, the same body without a key`
  const row = { name: 'authenticated link read', unit: 'requests/s', goal: { atLeast: 0.45 }, how } as const
  const load = (url: string) => (seconds: number) => runLoad(url, seconds, 200, requests)
  return compare(bench.plan, [row], { ours: load(ours), baseline: load(baseline) })
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
  const count = { answered: 0, runs: 0 }
  const how = `POST /customers/{id}/charges with a key and an Idempotency-Key, limiter on, a bank without delay, ${CONNECTIONS} connections; pgbench -M prepared, ${POOL} clients as the tables' owner, the statements and borders that one such charge sent for T1, T2, T3 and the bank (without look-ups of key, customer and card, changes of role and the limiter's statements)`
  const row = { name: 'saved-card charge', unit: 'requests/s', goal: { atLeast: 0.5 }, how } as const
  const figures = await compare(bench.plan, [row], {
    ours: (seconds) => runLoad(url, seconds, 201, [{ setupRequest }], count),
    baseline: (seconds) => runPgbench(bench, recordings, seconds, count),
  })
  // Each of pgbench's charges, too: its statements have found their rows.
  requireWritten((await bench.count(`service.payment WHERE status = 'APPROVED'`)) - recordings.length, count)
  return figures
}

function recordCharge({ seedContext, account, keyring }: Bench, customerId: string) {
  return recordStatements(seedContext.database, async (database) => {
    const ctx = contextFor({ ...seedContext, database }, account)
    const processor = new TestBank(database, { webUrl: seedContext.urls.web })
    const ids = { idempotencyKey: randomUUID(), requestId: `req_${randomUUID()}`, customerId }
    const request = { ...ids, body: CHARGE, accountName: account.name, currency: account.currency }
    const { status } = await chargeCustomer({ ctx, processor, keyring, leaseMs: 30_000 }, request)
    if (status !== 201) throw new Error(`The recorded charge was answered ${status}.`)
  })
}

/** First recorded statement of a charge, the claim: earlier ones only look up the customer. */
const FIRST = 'charge-claim'
/** Numbers of nineteen digits: no two executions of a run get the same. */
const RANDOM = 'random(1000000000000000000, 9000000000000000000)'

/** Records the statements of a charge, and its borders of transactions, with a stand-in for its database. */
async function recordStatements(database: Database, charge: (database: Database) => Promise<void>) {
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
  const standIn: Pick<Database, 'as'> = { as: (role, tenant) => record(database.as(role, tenant)) }
  // Verbs use only `as`; the class has private fields that a stand-in cannot have.
  await charge(standIn as Database)
  return recording.slice(recording.findIndex(({ name }) => name === FIRST))
}

/**
 * Runs the recorded statements repeatedly for whole seconds, prepared, on as many connections as our pool has. Texts that
 * differ between two recordings (ids, keys, owners) become random numbers, one for each execution and distinct value;
 * instants and rendered bodies are those of the second.
 */
async function runPgbench(
  { databaseUrl, folder }: Bench,
  [first, second]: readonly [Statement[], Statement[]],
  seconds: number,
  count: Count,
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
  const { stdout } = await promisify(execFile)(findPgbench(), [...options, ...variables, databaseUrl])
  const answered = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1])
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!(answered > 0 && perSecond > 0)) throw new Error(`pgbench printed no figure:\n${stdout}`)
  count.answered += answered
  return [perSecond]
}

function findPgbench(): string {
  // Debian's folder of PostgreSQL programs is not on the path.
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort().reverse() : []
  const folders = (process.env.PATH ?? '')
    .split(':')
    .concat(versions.map((version) => `${debian}/${version}/bin`))
  const found = folders.map((folder) => path.join(folder, 'pgbench')).find((file) => fs.existsSync(file))
  if (!found) throw new UserError('There is no pgbench. Install it: apt-get install postgresql-contrib')
  return found
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value)
}
