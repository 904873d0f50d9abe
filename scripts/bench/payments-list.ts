import { Client } from 'pg'
import { encodeCursor } from '@/lib/contract/cursor'
import { Database } from '@/lib/platform/database'
import { migrate } from '@/lib/platform/migrate'
import { makeAccount, makeApiKey } from '@/prisma/demo/service'
import { freePort } from '@/scripts/ports.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { answerTimes } from './answer-times'
import { startApi } from './api-servers'
import type { Figure } from './figure'
import { httpRequest } from './load'
import { percentile } from './median'
import type { ServerProcess } from './server-process'
import type { Workbench } from './workbench'

const GOAL = 1.3
const FEW = 10_000
const MANY = 1_000_000
const PAGE = 20
/** What part of the rows lies before the page. */
const DEPTHS = [
  ['first page', 0],
  ['in the middle', 0.5],
  ['at the end', 0.999],
] as const
/** Enough answers that the p95 of a round is not its worst. */
const ANSWERS_PER_ROUND = 200

/** GET /payments of a merchant with few payments and of one with many, each in a database of its own, in turn. */
export async function measurePaymentsList(bench: Workbench): Promise<Figure[]> {
  const few = await openShelf(bench, FEW)
  const many = await openShelf(bench, MANY).catch(async (error) => {
    await few.stop()
    throw error
  })
  try {
    const figures: Figure[] = []
    for (const [name, depth] of DEPTHS) figures.push(await compare(bench, { name, depth, few, many }))
    return figures
  } finally {
    await Promise.all([few.stop(), many.stop()])
  }
}

interface Shelf {
  api: ServerProcess
  apiKey: string
  /** The address of the page that begins behind so much of the rows. */
  pageAt(depth: number): string
  stop(): Promise<void>
}

interface Comparison {
  name: string
  depth: number
  few: Shelf
  many: Shelf
}

async function compare(bench: Workbench, { name, depth, few, many }: Comparison): Promise<Figure> {
  await read(few, depth)
  await read(many, depth)
  const rounds: { few: number[]; many: number[] }[] = []
  for (let round = 0; round < bench.options.rounds; round += 1) {
    rounds.push({ many: await read(many, depth), few: await read(few, depth) })
  }
  const p95 = (side: 'few' | 'many') =>
    percentile(
      rounds.flatMap((round) => round[side]),
      95,
    )
  const [ours, baseline] = [p95('many'), p95('few')]
  return {
    name: `list of payments, ${name}, p95`,
    unit: 'ms',
    ours,
    baseline,
    ratio: ours / baseline,
    goal: { kind: 'at_most', value: GOAL },
    cpuOursUs: null,
    cpuBaselineUs: null,
    rounds: rounds.map((round) => ({
      ours: percentile(round.many, 95),
      baseline: percentile(round.few, 95),
    })),
    how: `GET /payments?limit=${PAGE} on one connection, ${MANY.toLocaleString('en')} payments of one merchant against ${FEW.toLocaleString('en')} in a database of their own, ${bench.options.rounds} times ${ANSWERS_PER_ROUND} answers each, in turn`,
  }
}

function read({ api, apiKey, pageAt }: Shelf, depth: number): Promise<number[]> {
  const request = httpRequest('GET', api.url + pageAt(depth), { Authorization: `Bearer ${apiKey}` })
  let left = ANSWERS_PER_ROUND + 1
  const next = () => (--left > 0 ? request : null)
  return answerTimes({ url: api.url, seconds: Number.POSITIVE_INFINITY, status: 200, next })
}

/** A database with one merchant and so many payments, and an API over it. */
async function openShelf(bench: Workbench, count: number): Promise<Shelf> {
  const name = `bench_payments_${count}`
  const url = new URL(bench.databaseUrl)
  await onDatabase(url.href, (client) => client.query(`CREATE DATABASE ${name}`))
  url.pathname = `/${name}`
  await migrate(url.href, `${ROOT}/prisma/migrations`)
  const database = new Database({ url: url.href, max: 2, applicationName: 'bench' })
  const workshop = { ...bench.workshop, database }
  const account = await makeAccount(workshop)
  const { api_key: apiKey } = await makeApiKey(workshop, account)
  await database.close()
  await onDatabase(url.href, (client) => fill(client, account.id, count))
  const apiPort = await freePort()
  const api = await startApi(bench, { DATABASE_URL: url.href, API_PORT: String(apiPort) })
  const pageAt = (depth: number) => {
    const path = `/api/v1/payments?limit=${PAGE}`
    if (depth === 0) return path
    const index = Math.round(count * (1 - depth))
    const cursor = encodeCursor({ resource: 'payment', createdAt: createdAt(index), id: paymentId(index) })
    return `${path}&starting_after=${cursor}`
  }
  return { api, apiKey, pageAt, stop: api.stop }
}

const FIRST_MS = Date.UTC(2025, 0, 1)
const STEP_MS = 20_000
const ID_DIGITS = 32

function createdAt(index: number): Date {
  return new Date(FIRST_MS + index * STEP_MS)
}

function paymentId(index: number): string {
  return `pay_${String(index).padStart(ID_DIGITS, '0')}`
}

/** One statement of approved payments, oldest first; every CHECK holds, only foreign keys are not looked up. */
async function fill(client: Client, accountId: string, count: number): Promise<void> {
  await client.query(`SET session_replication_role = replica`)
  await client.query(
    `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, payer_email, description,
        card_brand, card_last4, fee_minor, authorization_code, processor_reference, created_at, approved_at, finished_at)
      SELECT $1, 'pay_' || lpad(n::text, ${ID_DIGITS}, '0'), 1250, 'USD', 'APPROVED', 'Ada Lovelace', 'ada@example.com',
        'Croissants', 'visa', '4242', 66, 'A1B2C3', 'tb_' || n, at, at, at
      FROM (SELECT n, $2::timestamptz + n * interval '${STEP_MS} milliseconds' AS at
        FROM generate_series(1, $3::int) AS n) AS made`,
    [accountId, new Date(FIRST_MS), count],
  )
  await client.query(`VACUUM ANALYZE service.payment`)
}

async function onDatabase(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
