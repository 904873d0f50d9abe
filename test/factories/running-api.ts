import type { AddressInfo } from 'node:net'
import { endpoints } from '@/lib/contract/endpoints'
import { Database } from '@/lib/platform/database'
import type { BucketRule } from '@/lib/platform/lease-tokens'
import { createLog } from '@/lib/platform/log'
import { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import type { CreateAccountInput } from '@/lib/service/accounts/create-account'
import type { ApiOptions } from '@/lib/service/http/call'
import { buildApi } from '@/lib/service/http/server'
import type { OtherBooks } from '@/lib/service/ledger/check-coherence'
import type { Processor } from '@/lib/service/processor/port'
import { TestBank } from '@/lib/service/processor/test-bank'
import { makeAccount, makeApiKey, type SeedContext } from '@/prisma/demo/seed-context'
import { createTestDatabase } from '@/test/test-database'
import { testLogins } from '@/test/test-logins'

export interface Answer {
  status: number
  headers: Headers
  /** Parsed JSON, null for a response without a body. Tests read it unchecked, like a client. */
  // biome-ignore lint/suspicious/noExplicitAny: a parsed response has no type until a test checks it
  body: any
}

export interface CallOptions {
  key?: string | null
  /** Body, sent as JSON with its Content-Type; a string is sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
}

/** Account with a key, and a client that uses it. */
export interface Merchant {
  account: AccountRow
  key: string
  keyId: string
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}

/** API listening on a port of loopback, over its own database, at a time that tests set. */
export interface RunningApi extends SeedContext {
  bank: TestBank
  keyring: Keyring
  origin: string
  port: number
  /** URL of its database, for another process. */
  databaseUrl: string
  /** Sets the time of day. */
  setNow(now: Date): void
  /** Advances the clock that ages the cache of keys. */
  passMs(ms: number): void
  merchant(input?: Partial<CreateAccountInput>): Promise<Merchant>
  /** Requests any path from the root, by default without a key. */
  request(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** With `other`, the check of the books at the end asks them in place of the test bank. */
  stop(other?: Partial<OtherBooks>): Promise<void>
}

const API_PREFIX = '/api/v1'
const URLS = { web: 'https://pay.example.com', api: 'https://api.example.com' }

/** Returns options of an API with the test bank over the context's database. */
export function apiOptions(
  seedContext: Pick<SeedContext, 'database' | 'now'> & Partial<SeedContext>,
): ApiOptions {
  const { database, now, urls = URLS } = seedContext
  return {
    log: createLog('test', 'silent'),
    ...seedContext,
    urls,
    testMode: true,
    processor: new TestBank(database, { webUrl: urls.web, now }),
    keyring: new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`),
    leaseMs: 30_000,
    rateLimit: UNLIMITED,
    concurrencyPerKey: 1_000_000,
    // Tests call from loopback on behalf of any address.
    trustedProxies: '127.0.0.1',
  }
}

export interface ApiSettings {
  start?: Date
  leaseMs?: number
  rateLimit?: BucketRule
  concurrencyPerKey?: number
  connections?: ApiOptions['connections']
  /** Wraps the test bank, for tests that lose a message. */
  wrapBank?: (bank: Processor) => Processor
  /** Wraps the database, for tests in which a statement fails. */
  wrapDatabase?: (database: Database, url: string) => Database | Promise<Database>
  /** See `TestDatabaseOptions`. */
  tampered?: boolean
  /** False by default, because the log writes after the responses. */
  requestLog?: boolean
  statusToken?: string
  stripe?: ApiOptions['stripe']
}

/** Limit for tests that do not concern the rate limit. */
const UNLIMITED: BucketRule = { rate: 1_000_000, burst: 1_000_000 }

/** Starts an API for a test file. Its clocks stand still until the test moves them. */
export async function startApi({
  start = new Date('2026-11-20T12:00:00.000Z'),
  leaseMs = 30_000,
  rateLimit = UNLIMITED,
  concurrencyPerKey = 1_000_000,
  connections = {},
  wrapBank = (bank: Processor) => bank,
  wrapDatabase = (database) => database,
  tampered = false,
  requestLog = false,
  statusToken,
  stripe,
}: ApiSettings = {}): Promise<RunningApi> {
  const testDatabase = await createTestDatabase({ tampered })
  const database = new Database({ url: testLogins(testDatabase.url), max: 8 })
  const log = createLog('test', 'silent')
  let now = start
  let monotonicMs = 0
  const seedContext: SeedContext = { database, log, urls: URLS, now: () => now }
  const bank = new TestBank(database, { webUrl: URLS.web, now: () => now })
  const options = apiOptions(seedContext)
  const { keyring } = options
  const app = buildApi({
    ...options,
    database: await wrapDatabase(database, testDatabase.url),
    processor: wrapBank(bank),
    leaseMs,
    rateLimit,
    concurrencyPerKey,
    connections,
    requestLog,
    statusToken,
    stripe,
    monotonicMs: () => monotonicMs,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  // The address of a listening TCP server always has this type.
  const { port } = app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  const request: RunningApi['request'] = async (method, path, { key, body, headers = {} } = {}) => {
    const sent = new Headers(headers)
    if (key) sent.set('Authorization', `Bearer ${key}`)
    if (body !== undefined && !sent.has('Content-Type')) sent.set('Content-Type', 'application/json')
    const payload = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(origin + path, { method, headers: sent, body: payload })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    }
  }

  return {
    ...seedContext,
    bank,
    keyring,
    origin,
    port,
    databaseUrl: testDatabase.url,
    request,
    setNow: (next) => {
      now = next
    },
    passMs: (ms) => {
      monotonicMs += ms
    },
    async merchant(input) {
      const account = await makeAccount(seedContext, input)
      const { id: keyId, api_key: key } = await makeApiKey(seedContext, account)
      return {
        account,
        key,
        keyId,
        call: (method, path, options = {}) => request(method, API_PREFIX + path, { key, ...options }),
      }
    },
    async stop(other) {
      await app.close()
      await database.close()
      await testDatabase.drop(other)
    },
  }
}

/** Every endpoint that this version serves, with an unknown id in its path. */
export const servedEndpoints = [
  endpoints.getAccount,
  endpoints.createPaymentLink,
  endpoints.listPaymentLinks,
  endpoints.getPaymentLink,
  endpoints.cancelPaymentLink,
  endpoints.listPayments,
  endpoints.getPayment,
  endpoints.createRefund,
  endpoints.listRefunds,
  endpoints.listDisputes,
  endpoints.getDispute,
  endpoints.submitEvidence,
  endpoints.uploadDisputeFile,
  endpoints.listCustomers,
  endpoints.createCustomer,
  endpoints.getCustomer,
  endpoints.updateCustomer,
  endpoints.getBalance,
  endpoints.listSettlements,
  endpoints.getSettlement,
].map(({ method, path }) => ({ method, path: path.replace('{id}', 'nobodys') }))
