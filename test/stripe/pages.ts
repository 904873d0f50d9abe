import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from './errors'
import { Intents } from './intents'
import type { Locks } from './locks'
import { Objects } from './objects'
import type { IntentRow, Rows, SetupRow } from './rows'

export interface Page {
  status: number
  type: string
  body: string
  location?: string
}

const BROWSER = join(import.meta.dirname, 'browser')
const PUBLIC = [
  'id',
  'object',
  'amount',
  'cancellation_reason',
  'canceled_at',
  'capture_method',
  'client_secret',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'setup_future_usage',
  'status',
  'usage',
]

/** Stripe.js, its frames, and the bank's page of 3-D Secure, as a payer's browser loads them. */
export class Pages {
  constructor(
    private readonly rows: Rows,
    private readonly locks: Locks,
    private readonly publishableKey: string,
  ) {}

  /** Answers a request of a browser; `form` holds what a page's form posted. */
  async serve(method: string, url: URL, form: URLSearchParams): Promise<Page> {
    const { pathname } = url
    if (pathname === '/v3/' || pathname.endsWith('/stripe.js')) return script('stripe-js.js')
    if (pathname === '/elements/card-frame.js') return script('card-frame.js')
    if (pathname === '/elements/card') return this.#cardFrame(url)
    if (pathname === '/elements/action') return this.#actionFrame(url)
    const id = /^\/3ds\/([^/]+)$/.exec(pathname)?.[1]
    const row = id === undefined ? null : this.#intent(id)
    if (!row || url.searchParams.get('client_secret') !== row.clientSecret) return page(404, 'Not found')
    return method === 'POST' ? this.#decide(row, url, form) : bankPage(row, url)
  }

  #intent(id: string): IntentRow | SetupRow | null {
    return this.rows.intents.get(id) ?? this.rows.setups.get(id) ?? null
  }

  #cardFrame(url: URL): Page {
    if (url.searchParams.get('key') !== this.publishableKey) {
      return page(401, messagePage({ frame: 'loaderror', message: 'Invalid API Key provided' }))
    }
    const body = readFileSync(join(BROWSER, 'card-frame.html'), 'utf8')
    return page(200, body)
  }

  #actionFrame(url: URL): Page {
    const secret = url.searchParams.get('client_secret') ?? ''
    const row = this.#intent(secret.replace(/_secret_.*$/, ''))
    if (!row || row.clientSecret !== secret || url.searchParams.get('key') !== this.publishableKey) {
      const error = {
        type: 'invalid_request_error',
        message: 'No such intent for this key and client secret',
      }
      return page(404, messagePage({ frame: 'decided', result: { error } }))
    }
    if (row.action === null) return page(200, messagePage({ frame: 'decided', result: this.#result(row) }))
    const query = new URLSearchParams({
      client_secret: secret,
      attempt: String(row.action.attempt),
      embedded: '1',
    })
    return { status: 303, type: 'text/plain', body: '', location: `/3ds/${row.id}?${query}` }
  }

  async #decide(row: IntentRow | SetupRow, url: URL, form: URLSearchParams): Promise<Page> {
    const attempt = Number(url.searchParams.get('attempt'))
    // The decided action is removed, so its address is read before.
    const returnUrl = row.action?.returnUrl ?? url.searchParams.get('return_url')
    const intents = new Intents(this.rows, new Objects(this.rows, ''))
    await this.locks.run(row.id, async () => intents.decide(row, attempt, form.get('decision') === 'approve'))
    if (url.searchParams.has('embedded')) {
      return page(200, messagePage({ frame: 'decided', result: this.#result(row) }))
    }
    if (!returnUrl) return page(200, 'The decision is recorded. Close this page.')
    const location = new URL(returnUrl)
    location.searchParams.set(row.kind, row.id)
    location.searchParams.set(`${row.kind}_client_secret`, row.clientSecret)
    location.searchParams.set('redirect_status', isDone(row) ? 'succeeded' : 'failed')
    return { status: 303, type: 'text/plain', body: '', location: location.href }
  }

  #result(row: IntentRow | SetupRow): Json {
    const objects = new Objects(this.rows, '9999')
    const isPayment = row.kind === 'payment_intent'
    const intent = publicView(isPayment ? objects.intent(row) : objects.setup(row))
    if (row.lastError !== null) return { error: { ...row.lastError, [row.kind]: intent } }
    return isPayment ? { paymentIntent: intent } : { setupIntent: intent }
  }
}

/** Returns the part of an intent that a publishable key may see. */
export function publicView(intent: Json): Json {
  return Object.fromEntries(Object.entries(intent).filter(([name]) => PUBLIC.includes(name)))
}

function isDone({ status }: IntentRow | SetupRow): boolean {
  return status === 'succeeded' || status === 'requires_capture'
}

function bankPage(row: IntentRow | SetupRow, url: URL): Page {
  const action = new URL(url)
  // The return address survives in the form, so that a second decision still leads back.
  if (row.action?.returnUrl) action.searchParams.set('return_url', row.action.returnUrl)
  const target = escapeHtml(`${action.pathname}${action.search}`)
  const button = (decision: string, label: string) =>
    `<form method="post" action="${target}">` +
    `<button name="decision" value="${decision}">${label}</button></form>`
  return page(
    200,
    `<main><h1>3D Secure test page</h1>${button('approve', 'Complete')}${button('refuse', 'Fail')}</main>`,
  )
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** A page that sends one message to the page around it. */
function messagePage(message: Json): string {
  const json = JSON.stringify(message).replaceAll('<', '\\u003c')
  return `<script>window.parent.postMessage(${json}, '*')</script>`
}

function page(status: number, body: string): Page {
  const isWhole = body.startsWith('<!doctype')
  const whole = `<!doctype html><html lang="en"><title>Stripe double</title><body>${body}</body></html>`
  return { status, type: 'text/html; charset=utf-8', body: isWhole ? body : whole }
}

function script(name: string): Page {
  return {
    status: 200,
    type: 'text/javascript; charset=utf-8',
    body: readFileSync(join(BROWSER, name), 'utf8'),
  }
}
