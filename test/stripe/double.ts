import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Stripe from 'stripe'
import { Books, type LoggedRequest } from './books'
import { type NewDispute, openDispute } from './disputes'
import { errorBody, type Json, StripeRefusal, turnedAway } from './errors'
import { type Fault, Faults } from './faults'
import { parseForm } from './form'
import { type Answer, IdempotencyKeys } from './idempotency'
import { Locks } from './locks'
import { Objects } from './objects'
import { Pages, publicView } from './pages'
import { Api, ROUTES, type Route, unknownParameter } from './routes'
import { type FileRow, Rows } from './rows'

const DEFAULT_VERSION = '2026-06-24.dahlia'

export interface DoubleOptions {
  /** Port on 127.0.0.1; a free one if absent. */
  port?: number
  now?: () => Date
  /** `sk_test_…` or `sk_live_…`; the publishable key is the same with `pk_`. */
  secretKey?: string
  /** Fields of `GET /v1/account` in place of the default ones, such as `country`. */
  account?: Json
}

export interface StripeDouble {
  /** Address in place of https://api.stripe.com. */
  url: string
  /** Address in place of https://js.stripe.com/…/stripe.js. */
  jsUrl: string
  secretKey: string
  publishableKey: string
  faults: Faults
  books: Books
  /** Sends the payer's decision to the page of 3-D Secure; returns where the page leads, or null. */
  decide(url: string, decision: 'approve' | 'refuse'): Promise<string | null>
  /** Makes a refund fail that had succeeded, as a bank does without a request. */
  failRefund(id: string): void
  /** Sends a signed webhook event; returns the response and the event's id. A given id repeats an event. */
  sendEvent(
    url: string,
    secret: string,
    event: { type: string; object: Json; id?: string; account?: string },
  ): Promise<{ status: number; id: string }>
  /** Opens a dispute of an intent's money, as a bank does; returns its id. */
  openDispute(intentId: string, given?: NewDispute): string
  /** Changes a dispute without a request, as a bank does by its decision. */
  changeDispute(id: string, change: NewDispute): void
  /** Returns a dispute as Stripe shows it now. */
  dispute(id: string): Json
  /** Returns the id of an intent's dispute; null if there is none. */
  disputeOf(intentId: string): string | null
  /** Returns the files of a dispute's evidence. */
  files(disputeId: string): FileRow[]
  /** Resolves when no request is running, whatever its client has given up on. */
  settled(): Promise<void>
  /** Stops the server; waiting requests never act. Throws errors of the double itself. */
  close(): Promise<void>
}

interface Call {
  method: string
  path: string
  encoded: string
  key: string | null
  version: string
  token: string
  entry: LoggedRequest
}

/**
 * Starts a stateful double of Stripe's API on 127.0.0.1, for tests only.
 *
 * Promises: the states of PaymentIntents and SetupIntents, errors and answers as recorded (the test of the
 * recordings replays them) and otherwise as documented; idempotency keys that replay for 24 hours what was
 * executed, a 500 included; one request at a time on an object; faults on demand; a publishable key that sees
 * as little as Stripe's. An answer is kept under its key unless the request's parameters or ids were wrong.
 *
 * Limits: answers have the fields of the version 2026-06-24, and for old versions those of 2020-08-27; test
 * cards alone; no fees, payouts, Connect or minimum amounts; disputes without balance transactions; webhooks
 * only by `sendEvent`.
 */
export async function startStripeDouble(options: DoubleOptions = {}): Promise<StripeDouble> {
  const double = new Double(options)
  await double.listen(options.port ?? 0)
  return double
}

class Double implements StripeDouble {
  url = ''
  readonly secretKey: string
  readonly publishableKey: string
  readonly faults = new Faults()
  readonly books: Books
  readonly #account: Json
  readonly #rows: Rows
  readonly #keys: IdempotencyKeys
  readonly #locks = new Locks()
  readonly #pages: Pages
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #closing = new AbortController()
  readonly #closed = once(this.#closing.signal, 'abort')
  /** Errors of the double itself; its end throws them, so that none passes for a broken connection. */
  readonly #bugs: unknown[] = []
  readonly #running = new Set<Promise<void>>()

  constructor({ now = () => new Date(), secretKey = 'sk_test_double', account = {} }: DoubleOptions) {
    this.secretKey = secretKey
    this.publishableKey = secretKey.replace(/^sk_/, 'pk_')
    this.#account = { ...ACCOUNT, ...account }
    this.#rows = new Rows(now, secretKey.startsWith('sk_live_'), () => this.url)
    this.#keys = new IdempotencyKeys(now)
    this.#pages = new Pages(this.#rows, this.#locks, this.publishableKey)
    this.books = new Books(this.#rows)
    this.#server = createServer((request, response) => {
      const running = this.#serve(request, response).finally(() => this.#running.delete(running))
      this.#running.add(running)
    })
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket)).on('error', () => {})
    })
  }

  get jsUrl(): string {
    return `${this.url}/dahlia/stripe.js`
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    // A listening TCP server has an address.
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  failRefund(id: string): void {
    const refund = this.#rows.refunds.get(id)
    const charge = refund && this.#rows.charges.get(refund.charge)
    if (!charge) throw new Error(`there is no refund ${id}`)
    refund.status = 'failed'
    charge.amountRefunded -= refund.amount
  }

  async decide(url: string, decision: 'approve' | 'refuse'): Promise<string | null> {
    const page = await (await fetch(url)).text()
    const action = /action="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    if (action === undefined) throw new Error(`no page of 3-D Secure at ${url}`)
    const response = await fetch(new URL(action, url), {
      method: 'POST',
      body: new URLSearchParams({ decision }),
      redirect: 'manual',
    })
    return response.headers.get('location')
  }

  async sendEvent(
    url: string,
    secret: string,
    event: { type: string; object: Json; id?: string; account?: string },
  ): Promise<{ status: number; id: string }> {
    const id = event.id ?? this.#rows.id('evt')
    const payload = JSON.stringify({
      id,
      object: 'event',
      ...(event.account === undefined ? {} : { account: event.account }),
      api_version: DEFAULT_VERSION,
      created: this.#rows.seconds(),
      data: { object: event.object },
      livemode: this.#rows.isLive,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: event.type,
    })
    const stripe = new Stripe(this.secretKey)
    const timestamp = this.#rows.seconds()
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    const response = await fetch(url, { method: 'POST', body: payload, headers })
    await response.arrayBuffer()
    return { status: response.status, id }
  }

  openDispute(intentId: string, given?: NewDispute): string {
    const charge = this.#rows.charges.get(this.#rows.intents.get(intentId)?.charges.at(-1) ?? '')
    if (!charge) throw new Error(`no charge of ${intentId}`)
    return openDispute(this.#rows, charge, given).id
  }

  changeDispute(id: string, change: NewDispute): void {
    const row = this.#rows.disputes.get(id)
    if (!row) throw new Error(`no dispute ${id}`)
    Object.assign(row, change)
  }

  dispute(id: string): Json {
    const row = this.#rows.disputes.get(id)
    if (!row) throw new Error(`no dispute ${id}`)
    return new Objects(this.#rows, DEFAULT_VERSION).dispute(row)
  }

  disputeOf(intentId: string): string | null {
    const { charges, disputes } = this.#rows
    const rows = [...disputes.values()]
    return rows.find(({ charge }) => charges.get(charge)?.intent === intentId)?.id ?? null
  }

  files(disputeId: string): FileRow[] {
    const evidence = this.#rows.disputes.get(disputeId)?.evidence ?? {}
    return Object.values(evidence).flatMap((id) => this.#rows.files.get(id) ?? [])
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all([this.settled(), closed])
    if (this.#bugs.length > 0)
      throw new AggregateError(this.#bugs, 'the double itself failed: see its errors')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await readBody(request)
      const url = new URL(request.url ?? '/', this.url)
      const method = request.method ?? 'GET'
      if (url.pathname.startsWith('/v1/')) await this.#serveApi(request, response, url, body)
      else {
        const page = await this.#pages.serve(method, url, new URLSearchParams(body))
        response.writeHead(page.status, {
          'content-type': page.type,
          'cache-control': 'no-store',
          ...(page.location === undefined ? {} : { location: page.location }),
        })
        response.end(page.body)
      }
    } catch (error) {
      const isBroken = request.destroyed && !request.complete
      if (!isBroken && !this.#closing.signal.aborted) this.#bugs.push(error)
      response.destroy()
    }
  }

  async #serveApi(request: IncomingMessage, response: ServerResponse, url: URL, body: string): Promise<void> {
    const method = request.method ?? 'GET'
    const key = method === 'POST' ? (header(request, 'idempotency-key') ?? null) : null
    const path = url.pathname
    const entry: LoggedRequest = { method, path, key, status: null, isReplayed: false, fault: null }
    this.books.requests.push(entry)
    const version = header(request, 'stripe-version') ?? DEFAULT_VERSION
    const encoded = method === 'POST' ? body : url.search.slice(1)
    const call = { method, path, encoded, key, version, token: bearer(request), entry }
    const answer = await this.#answer(call).catch(answerOf)
    if (answer === null) {
      response.destroy()
      return
    }
    entry.status = answer.status
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': this.#rows.id('req'),
      'stripe-version': version,
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...(entry.isReplayed ? { 'idempotent-replayed': 'true' } : {}),
    })
    response.end(JSON.stringify(answer.body, null, 2))
  }

  /** Returns the answer of a call; null if its connection breaks. */
  async #answer(call: Call): Promise<Answer | null> {
    const route = ROUTES.find(({ method, path }) => method === call.method && path.test(call.path))
    this.#requireKey(call, route)
    if (!route) {
      const message = `Unrecognized request URL (${call.method}: ${call.path}).`
      throw new StripeRefusal(404, errorBody('invalid_request_error', null, message), false)
    }
    const fault = this.faults.take(call.method, call.path)
    call.entry.fault = fault?.kind ?? null
    if (fault?.kind === 'no_answer_before') return null
    if (fault && fault.kind in turnedAway) throw turnedAway[fault.kind as keyof typeof turnedAway]()
    const stored = call.key === null ? null : this.#keys.begin(call.key, call.path, call.encoded)
    call.entry.isReplayed = stored !== null
    const answer = stored ?? (await this.#execute(call, route, fault).catch(answerOf))
    return fault?.kind === 'no_answer_after' ? null : answer
  }

  #requireKey({ token, encoded }: Call, route: Route | undefined): void {
    if (token === this.secretKey) return
    if (token !== this.publishableKey) {
      const message = token === '' ? 'You did not provide an API key.' : 'Invalid API Key provided.'
      throw new StripeRefusal(401, errorBody('invalid_request_error', null, message), false)
    }
    const needsSecret = route?.method === 'GET' && !new URLSearchParams(encoded).has('client_secret')
    if (route?.isPublic && !needsSecret) return
    const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.'
    throw new StripeRefusal(403, errorBody('invalid_request_error', 'secret_key_required', message), false)
  }

  /** Runs a call whose key is reserved, and keeps or frees the key. */
  async #execute(call: Call, route: Route, fault: Fault | null): Promise<Answer> {
    let kept: Answer | null = null
    try {
      if (fault?.kind === 'slow') await this.#wait(fault)
      const id = route.path.exec(call.path)?.[1] ?? null
      const lock = call.method === 'GET' ? null : id
      if (lock !== null && this.#locks.isHeld(lock) && this.faults.onLocked === 'lock_timeout') {
        throw turnedAway.lock_timeout()
      }
      const answer = await this.#locks.run(lock, async () => {
        if (fault?.kind === 'hold') await this.#wait(fault)
        return this.#act(call, route, id ?? '', fault)
      })
      kept = answer
      return answer
    } catch (error) {
      if (error instanceof StripeRefusal && error.isStored) kept = answerOf(error)
      throw error
    } finally {
      if (call.key !== null) this.#keys.finish(call.key, kept)
    }
  }

  #act(call: Call, route: Route, id: string, fault: Fault | null): Answer {
    if (fault?.kind === 'stored_500') return UNKNOWN_ERROR
    const params = parseForm(call.encoded)
    const unknown = Object.keys(params).find((name) => !route.accepts.includes(name))
    if (unknown !== undefined) {
      throw unknownParameter(unknown)
    }
    const api = new Api(this.#rows, this.#account, call.version)
    const intent = this.#rows.intents.get(id)
    if (fault?.kind === 'other_amount' && intent) intent.amount += 1
    let body: Json
    try {
      body = api.expand(route.act(api, params, id), params)
    } catch (error) {
      const isHidden = fault?.kind === 'stored_500_after' && error instanceof StripeRefusal && error.isStored
      if (isHidden) return UNKNOWN_ERROR
      throw error
    }
    const created = this.#rows.intents.get(String(body.id))
    if (fault?.kind === 'other_amount' && created && !intent) {
      created.amount += 1
      body.amount = created.amount
    }
    if (fault?.kind === 'stored_500_after') return UNKNOWN_ERROR
    const shown =
      fault?.kind === 'processing' ? { ...body, status: 'processing', amount_capturable: 0 } : body
    return { status: 200, body: call.token === this.publishableKey && intent ? publicView(shown) : shown }
  }

  async #wait({ ms = 200, until }: Fault): Promise<void> {
    const { signal } = this.#closing
    await Promise.race([until ?? delay(ms, undefined, { signal }), this.#closed])
    signal.throwIfAborted()
  }
}

const UNKNOWN_ERROR: Answer = {
  status: 500,
  body: { error: errorBody('api_error', null, 'An unknown error occurred.') },
}

const ACCOUNT: Json = {
  id: 'acct_1Double',
  object: 'account',
  business_type: 'company',
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  country: 'US',
  created: 1_700_000_000,
  default_currency: 'usd',
  details_submitted: true,
  email: 'operator@example.com',
  metadata: {},
  payouts_enabled: true,
  settings: { dashboard: { display_name: 'Double', timezone: 'Etc/UTC' } },
  type: 'standard',
}

function answerOf(error: unknown): Answer {
  if (!(error instanceof StripeRefusal)) throw error
  const log = { request_log_url: 'https://example.invalid/' }
  return { status: error.status, body: { error: { ...error.error, ...log } } }
}

/** Returns the body of a request; that of an upload as a form that names each file's type, size and digest. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const type = header(request, 'content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) return body.toString()
  const form = new URLSearchParams()
  for (const [name, value] of await new Response(body, { headers: { 'content-type': type } }).formData()) {
    if (typeof value === 'string') form.append(name, value)
    else {
      const digest = createHash('sha256')
        .update(Buffer.from(await value.arrayBuffer()))
        .digest('hex')
      const facts = { name: value.name, type: value.type, size: String(value.size), digest }
      for (const [fact, text] of Object.entries(facts)) form.append(`${name}[${fact}]`, text)
    }
  }
  return form.toString()
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Returns the API key of a request: a bearer token, or the user name of basic authentication. */
function bearer(request: IncomingMessage): string {
  const [scheme = '', value = ''] = (header(request, 'authorization') ?? '').split(' ')
  if (/^bearer$/i.test(scheme)) return value
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? ''
}
