import type { AddressInfo } from 'node:net'
import { endpoints } from '@/lib/contract/endpoints'
import { Database } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import type { CreateAccountInput } from '@/lib/service/accounts/create-account'
import type { ApiOptions } from '@/lib/service/http/api-options'
import { buildApi } from '@/lib/service/http/server'
import type { Processor } from '@/lib/service/processor/port'
import { TestBank } from '@/lib/service/processor/test-bank'
import type { BucketRule } from '@/lib/service/rate-limits/lease-tokens'
import { makeAccount, makeApiKey, type Workshop } from '@/prisma/demo/service'
import { createTestDatabase } from '@/test/test-database'
import { testLogins } from '@/test/test-logins'

export interface Answer {
  status: number
  headers: Headers
  /** The parsed JSON, null when the answer had no body. Tests look into it as a client would, unchecked. */
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type until a test looks at it
  body: any
}

export interface CallOptions {
  key?: string | null
  /** Sent as JSON with its Content-Type; a string goes as it is. */
  body?: unknown
  headers?: Record<string, string>
}

/** An account with a key, and a client that speaks for it. */
export interface Merchant {
  account: AccountRow
  key: string
  keyId: string
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}

/** The API listening on a port of loopback, over a database of its own, at a time that tests set. */
export interface RunningApi extends Workshop {
  bank: TestBank
  keyring: Keyring
  origin: string
  port: number
  /** Address of its database, for another process. */
  databaseUrl: string
  /** Moves the time of day. */
  setNow(now: Date): void
  /** Moves the clock that ages the cache of keys. */
  passMs(ms: number): void
  merchant(input?: Partial<CreateAccountInput>): Promise<Merchant>
  /** Any path from the root, with no key unless one is given. */
  request(method: string, path: string, options?: CallOptions): Promise<Answer>
  stop(): Promise<void>
}

const API_PREFIX = '/api/v1'
const URLS = { web: 'https://pay.example.com', api: 'https://api.example.com' }

/** An API with the test bank over the workshop's database. */
export function apiOptions(workshop: Pick<Workshop, 'database' | 'now'> & Partial<Workshop>): ApiOptions {
  const { database, now, urls = URLS } = workshop
  return {
    log: createLog('test', 'silent'),
    ...workshop,
    urls,
    testMode: true,
    processor: new TestBank(database, { webUrl: urls.web, now }),
    keyring: new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`),
    leaseMs: 30_000,
    rateLimit: UNLIMITED,
    concurrencyPerKey: 1_000_000,
    // Tests call from loopback in the name of any address.
    trustedProxies: '127.0.0.1',
  }
}

export interface ApiSettings {
  start?: Date
  leaseMs?: number
  rateLimit?: BucketRule
  concurrencyPerKey?: number
  connections?: ApiOptions['connections']
  /** Stands between the API and the test bank: a test's way to lose a message. */
  wrapBank?: (bank: Processor) => Processor
  /** Stands between the API and its database: a test's way to let a statement fail. */
  wrapDatabase?: (database: Database, url: string) => Database | Promise<Database>
  /** See `TestDatabaseOptions`. */
  tampered?: boolean
  /** Off for tests of anything else: it writes after the answers. */
  requestLog?: boolean
}

/** Tests of anything else are not about the limit. */
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
}: ApiSettings = {}): Promise<RunningApi> {
  const testDatabase = await createTestDatabase({ tampered })
  const database = new Database({ url: testLogins(testDatabase.url), max: 8 })
  const log = createLog('test', 'silent')
  let now = start
  let monotonicMs = 0
  const workshop: Workshop = { database, log, urls: URLS, now: () => now }
  const bank = new TestBank(database, { webUrl: URLS.web, now: () => now })
  const options = apiOptions(workshop)
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
    monotonicMs: () => monotonicMs,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  // A listening TCP server has such an address.
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
    ...workshop,
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
      const account = await makeAccount(workshop, input)
      const { id: keyId, api_key: key } = await makeApiKey(workshop, account)
      return {
        account,
        key,
        keyId,
        call: (method, path, options = {}) => request(method, API_PREFIX + path, { key, ...options }),
      }
    },
    async stop() {
      await app.close()
      await database.close()
      await testDatabase.drop()
    },
  }
}

/** Each endpoint that this version serves, with an id of nobody's in its path. */
export const servedEndpoints = [
  endpoints.getAccount,
  endpoints.createPaymentLink,
  endpoints.listPaymentLinks,
  endpoints.getPaymentLink,
  endpoints.cancelPaymentLink,
  endpoints.listPayments,
  endpoints.getPayment,
  endpoints.listCustomers,
  endpoints.createCustomer,
  endpoints.getCustomer,
  endpoints.updateCustomer,
  endpoints.getBalance,
  endpoints.listSettlements,
  endpoints.getSettlement,
].map(({ method, path }) => ({ method, path: path.replace('{id}', 'nobodys') }))
