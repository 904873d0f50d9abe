import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Account } from '@/lib/contract/account'
import type { CreateCustomerBody, Customer } from '@/lib/contract/customer'
import type { Payment } from '@/lib/contract/payment'
import type { PaymentLink } from '@/lib/contract/payment-link'
import type { Settlement } from '@/lib/contract/settlement'
import { digitsOf } from '@/lib/domain/phone'
import { aCustomer, anAccount, aPayment } from './factories/dashboard'
import { defaultBehavior, type HostBehavior, pageOf } from './host-behavior'

interface SeenRequest {
  method: string
  path: string
  query: URLSearchParams
  authorization: string | null
  /** Idempotency-Key. */
  key: string | null
  body: unknown
}

/** Failure of a request: the host sends this response instead, or hangs up. `after` executes the request first. */
export type Fault = (
  request: SeenRequest,
) => { status: number; body?: unknown; headers?: Record<string, string>; after?: boolean } | 'hang up' | null

/**
 * Host of the contract that is not this service: without the fields that this service adds, and with its own format of
 * ids, cursors and keys.
 */
export interface ExternalHost {
  baseUrl: string
  apiKey: string
  account: Account
  /** Links in any order; lists are returned newest first. */
  links: PaymentLink[]
  payments: Payment[]
  customers: Customer[]
  /** Settlements with their payments, which lists omit. */
  settlements: Settlement[]
  requests: SeenRequest[]
  /** Outcome of a charge on a saved card; by default it is approved. */
  bank: (charge: { customer: Customer; amount: number }) => BankAnswer
  /** Stored responses by key. */
  keys: Map<string, Answer>
  fault: Fault
  behavior: HostBehavior
  /** Runs after a response is created and before it is sent. */
  meanwhile: () => Promise<void>
  /** Headers of every response. */
  headers: Record<string, string>
  /** `Date` header of its responses; its clock may differ from ours. */
  now: Date
  stop(): Promise<void>
}

/** Payment of a charge with the response to it: a code of 402, or 409 `charge_unresolved`. */
type BankAnswer = { status: Payment['status']; declined?: string; isUnresolved?: boolean }

const API_KEY = 'otherpay_sk_0123456789abcdef'
const PAGE_DEFAULT = 25

/** Starts an external host on a free port of loopback. */
export async function startExternalHost(now: Date): Promise<ExternalHost> {
  const server = createServer(async (request, response) => {
    response.setHeader('Date', host.now.toUTCString())
    const seen = await read(request)
    host.requests.push(seen)
    const fault = host.fault(seen)
    if (fault === 'hang up') {
      request.socket.destroy()
      return
    }
    const isReplay = seen.key !== null && host.keys.has(seen.key)
    const answered = fault && !fault.after ? null : answer(host, seen)
    const [status, body] = fault ? [fault.status, fault.body ?? {}] : (answered ?? [500, {}])
    const text = JSON.stringify(body)
    await host.meanwhile()
    response.writeHead(status, {
      'content-type': 'application/json',
      'Request-Id': 'r-1',
      ...(isReplay && !fault ? { 'Idempotent-Replay': 'true' } : {}),
      ...host.headers,
      ...fault?.headers,
    })
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The address of a listening TCP server always has this type.
  const { port } = server.address() as AddressInfo
  const host: ExternalHost = {
    baseUrl: `http://localhost:${port}/api/v1`,
    apiKey: API_KEY,
    account: anAccount(),
    links: [],
    payments: [],
    customers: [],
    settlements: [],
    requests: [],
    bank: () => ({ status: 'APPROVED' }),
    keys: new Map(),
    fault: () => null,
    behavior: defaultBehavior,
    meanwhile: async () => {},
    headers: {},
    now,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return host
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const url = new URL(request.url ?? '/', 'http://host')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const isFile = request.headers['content-type'] === 'application/octet-stream'
  return {
    method: request.method ?? '',
    path: url.pathname.replace('/api/v1', ''),
    query: url.searchParams,
    authorization: request.headers.authorization ?? null,
    key: request.headers['idempotency-key']?.toString() ?? null,
    body: isFile ? bytes : bytes.length === 0 ? null : JSON.parse(bytes.toString()),
  }
}

type Answer = [status: number, body: unknown]

function answer(host: ExternalHost, request: SeenRequest): Answer {
  const { method, path, query, authorization, body } = request
  if (authorization !== `Bearer ${host.apiKey}`) return failure(401, 'authentication_error', 'bad_key')
  const [, resource, id, verb] = path.split('/').map(decodeURIComponent)
  if (method === 'GET' && path === '/me') return [200, host.account]
  if (resource === 'payment_links' && method === 'POST' && id === undefined) return create(host, body)
  if (resource === 'customers' && method === 'POST' && id === undefined) return createCustomer(host, body)
  const rows: Row[] | undefined = rowsOf(host)[resource ?? '']
  if (!rows) return failure(404, 'not_found_error', 'nowhere')
  if (id === undefined) return list(host, rows, query)
  const found = rows.find((row) => row.id === id)
  if (!found) return failure(404, 'not_found_error', 'no_such_thing')
  if (verb === undefined && method === 'PATCH') return update(host, found, body)
  if (verb === undefined) return [200, found]
  if (found.object === 'customer' && verb === 'charges')
    return once(host, request, () => charge(host, found, body))
  if (found.object !== 'payment_link' || verb !== 'cancel') return failure(404, 'not_found_error', 'nowhere')
  if (found.status === 'COMPLETED') return failure(409, 'conflict_error', 'link_already_completed')
  found.status = 'CANCELLED'
  return [200, found]
}

type Row = PaymentLink | Payment | Customer | Settlement

function rowsOf({ links, payments, customers, settlements }: ExternalHost): Record<string, Row[]> {
  return { payment_links: links, payments, customers, settlements }
}

function update(host: ExternalHost, found: Row, body: unknown): Answer {
  if (found.object !== 'customer') return failure(404, 'not_found_error', 'nowhere')
  // A client of the contract sends these fields.
  const changes = body as Partial<Customer>
  if (host.customers.some(({ id, phone }) => id !== found.id && phone !== null && phone === changes.phone))
    return failure(409, 'conflict_error', 'customer_already_exists')
  Object.assign(found, changes)
  return [200, found]
}

function create(host: ExternalHost, body: unknown): Answer {
  // A client of the contract sends these fields.
  const given = body as Pick<PaymentLink, 'title' | 'amount' | 'max_uses' | 'metadata'>
  const id = `L${host.links.length + 1}`
  const link: PaymentLink = {
    object: 'payment_link',
    id,
    url: `https://otherpay.example/p/${id}`,
    title: given.title,
    description: null,
    amount: given.amount,
    currency: host.account.currency,
    status: 'ACTIVE',
    max_uses: given.max_uses === undefined ? 1 : given.max_uses,
    paid_count: 0,
    expires_at: null,
    metadata: given.metadata ?? {},
    created_at: host.now.toISOString(),
  }
  host.links.push(link)
  return [201, link]
}

/** Returns the first response to a key. */
function once(host: ExternalHost, { key }: SeenRequest, act: () => Answer): Answer {
  const stored = key === null ? undefined : host.keys.get(key)
  if (stored) return stored
  const answered = act()
  const isExecuted = answered[0] === 201 || answered[0] === 402 || answered[0] === 409
  if (key !== null && isExecuted) host.keys.set(key, answered)
  return answered
}

function charge(host: ExternalHost, customer: Customer, body: unknown): Answer {
  // The contract's body of this endpoint.
  const { amount, use_saved_card } = body as { amount: number; use_saved_card: boolean }
  const { currency } = host.account
  const answered = { object: 'charge', customer_id: customer.id, amount, currency }
  if (!use_saved_card) {
    const [, link] = create(host, { title: 'For you', amount })
    return [
      201,
      {
        ...answered,
        paid: false,
        payment_id: null,
        payment_url: 'https://otherpay.example/p',
        payment_link: link,
      },
    ]
  }
  const { status, declined, isUnresolved } = host.bank({ customer, amount })
  const payment = aPayment({
    id: `P${host.payments.length + 1}`,
    status,
    amount,
    currency,
    customer_id: customer.id,
    created_at: host.now.toISOString(),
  })
  host.payments.push(payment)
  const details = { decline_code: declined, advice: 'Ask.', retryable: false, payment_id: payment.id }
  if (declined) return failure(402, 'invalid_request_error', 'card_declined', details)
  if (isUnresolved) return failure(409, 'conflict_error', 'charge_unresolved', { payment_id: payment.id })
  return [201, { ...answered, paid: true, payment_id: payment.id, payment_url: null, payment_link: null }]
}

/** Creates a customer. Phones are compared by their digits, because this host has no country. */
function createCustomer(host: ExternalHost, body: unknown): Answer {
  // A client of the contract sends this body.
  const given = body as CreateCustomerBody
  const taken = host.customers.find(({ phone }) => digitsOf(phone ?? '') === digitsOf(given.phone))
  if (taken)
    return failure(409, 'conflict_error', 'customer_already_exists', {
      field: 'phone',
      customer_id: taken.id,
    })
  const customer = aCustomer({
    id: `C${host.customers.length + 1}`,
    name: given.name,
    phone: given.phone,
    email: given.email ?? null,
    notes: given.notes ?? null,
    external_ref: given.external_ref ?? null,
    created_at: host.now.toISOString(),
  })
  host.customers.push(customer)
  return [201, customer]
}

function list(host: ExternalHost, rows: Row[], query: URLSearchParams): Answer {
  const status = query.get('status')
  const after = query.get('created_after')
  const before = query.get('created_before')
  const phone = query.get('phone')
  const limit = Number(query.get('limit') ?? PAGE_DEFAULT)
  const fitting = rows
    .filter((row) => phone === null || ('phone' in row && digitsOf(String(row.phone)) === digitsOf(phone)))
    .filter((row) => status === null || row.status === status)
    .filter((row) => after === null || Date.parse(row.created_at) >= Date.parse(after))
    .filter((row) => before === null || Date.parse(row.created_at) < Date.parse(before))
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id))
  const page = pageOf(host, fitting, { cursor: query.get('starting_after'), limit })
  if (!page) return failure(400, 'invalid_request_error', 'invalid_parameters')
  const data = page.data.map(({ payments: _, ...row }: Row & { payments?: unknown }) => row)
  return [200, { object: 'list', data, has_more: page.next !== null, next_cursor: page.next }]
}

function failure(status: number, type: string, code: string, details = {}): Answer {
  return [status, { error: { type, code, message: 'No.', details } }]
}
