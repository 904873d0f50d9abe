import { cardOfNumber, cardOfTestId, declineError } from './cards'
import { createFile, updateDispute } from './disputes'
import {
  errorBody,
  invalidParameter,
  type Json,
  missingResource,
  StripeRefusal,
  stateConflict,
} from './errors'
import { type Params, readFlag, readInteger, readList, readMap, readOption, readText } from './form'
import { endUncaptured, Intents } from './intents'
import { list, NO_BILLING, Objects } from './objects'
import {
  type ChargeRow,
  type CustomerRow,
  type DisputeRow,
  type IntentRow,
  type MethodRow,
  type RefundRow,
  type Rows,
  refundedOf,
  type SetupRow,
} from './rows'

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /** Names of the accepted parameters; any other is refused as Stripe does. */
  accepts: string[]
  /** A publishable key may call it. */
  isPublic?: boolean
  act(api: Api, params: Params, id: string): Json
}

/** Parameters that the double accepts and ignores. */
const IGNORED = ['expand', 'payment_method_options', 'statement_descriptor', 'mandate_data', 'use_stripe_sdk']
const CONFIRM = ['payment_method', 'off_session', 'error_on_requires_action', 'return_url', 'receipt_email']
const METHOD_TYPES = ['payment_method_types', 'allowed_payment_method_types', 'automatic_payment_methods']
const CREATE = ['customer', 'description', 'metadata', 'confirm', 'confirmation_method', ...METHOD_TYPES]
/** First versions that name the types of methods in another way, or take them from the dashboard. */
const AUTOMATIC_SINCE = '2023-08-16'
const ALLOWED_SINCE = '2026-07-29'
const WITHOUT_TYPES_SINCE = '2026-09-30'
const PAGE = ['limit', 'starting_after', 'created', 'customer']

/** One request against the double's rows, in the version that the request names. */
export class Api {
  readonly objects: Objects
  readonly intents: Intents

  constructor(
    readonly rows: Rows,
    readonly account: Json,
    private readonly version: string,
  ) {
    this.objects = new Objects(rows, version)
    this.intents = new Intents(rows, this.objects)
  }

  /** Returns the object with the named properties in full. */
  expand(body: Json, params: Params): Json {
    for (const path of readList(params, 'expand')) this.#expandPath(body, path.split('.'), path)
    return body
  }

  #expandPath(node: unknown, [name = '', ...rest]: string[], path: string): void {
    if (Array.isArray(node)) {
      for (const item of node) this.#expandPath(item, [name, ...rest], path)
      return
    }
    if (typeof node !== 'object' || node === null) return
    const parent = node as Json
    // Sources of old versions are a list that is empty here.
    if (parent.object === 'customer' && name === 'sources') {
      parent.sources = list([], `/v1/customers/${parent.id}/sources`, { total_count: 0 })
      return
    }
    const value = parent[name]
    if (value === undefined) {
      throw invalidParameter(
        `This property cannot be expanded (${path}).`,
        'expand',
        'property_not_expandable',
      )
    }
    if (typeof value === 'string') parent[name] = this.objects.byId(value) ?? value
    if (rest.length > 0) this.#expandPath(parent[name], rest, path)
  }

  /** Returns a method by its id; a test id such as `pm_card_visa` becomes a new method. */
  method(id: string, param: string): MethodRow {
    const card = cardOfTestId(id)
    if (card) {
      const now = this.rows.now()
      return this.#addMethod({
        card,
        expMonth: now.getUTCMonth() + 1,
        expYear: now.getUTCFullYear() + 1,
      })
    }
    return found(this.rows.methods, id, 'PaymentMethod', param)
  }

  /** Returns the parameters of a confirmation with a test id replaced by a new method. */
  withMethod(params: Params): Params {
    const id = readText(params, 'payment_method')
    return id === null ? params : { ...params, payment_method: this.method(id, 'payment_method').id }
  }

  createMethod(params: Params): Json {
    if (readText(params, 'type') !== 'card') throw invalidParameter('Invalid type: must be card', 'type')
    const { card } = params
    if (typeof card !== 'object' || Array.isArray(card)) {
      throw invalidParameter('Missing required param: card.', 'card', 'parameter_missing')
    }
    const billing = readBilling(params)
    const metadata = readMap(params, 'metadata')
    const tokenized = cardOfTestId(readText(card, 'token') ?? '')
    if (tokenized) {
      const expiry = { expMonth: 12, expYear: 2034 }
      return this.objects.method(this.#addMethod({ card: tokenized, ...expiry, billing, metadata }))
    }
    const number = (readText(card, 'number') ?? '').replaceAll(' ', '')
    const expMonth = readInteger(card, 'exp_month') ?? 0
    const expYear = readInteger(card, 'exp_year') ?? 0
    const known = cardOfNumber(number)
    if (!known) throw unknownCard(number)
    this.#requireCurrent(expMonth, expYear)
    if (!/^\d{3,4}$/.test(readText(card, 'cvc') ?? '')) {
      throw cardProblem('invalid_cvc', "Your card's security code is invalid.", 'cvc')
    }
    return this.objects.method(this.#addMethod({ card: known, expMonth, expYear, billing, metadata }))
  }

  attach(params: Params, id: string): Json {
    const customer = this.customer(required(params, 'customer'), 'customer')
    const method = this.method(id, 'payment_method')
    if (method.customer !== null) {
      const message = 'The payment method you provided has already been attached to a customer.'
      throw stateConflict(null, message)
    }
    this.intents.requireUsable({ id: '', customer: customer.id } as IntentRow, method)
    const { decline, attaches } = method.card
    if (decline !== null && !attaches) {
      throw new StripeRefusal(402, { ...declineError(decline, {}), param: decline.param ?? '' }, true)
    }
    method.customer = customer.id
    method.cvcCheck = 'pass'
    return this.objects.method(method)
  }

  detach(id: string): Json {
    const method = this.method(id, 'payment_method')
    if (method.customer === null) {
      const message =
        'The payment method you provided is not attached to a customer so detachment is impossible.'
      throw stateConflict(null, message)
    }
    method.customer = null
    method.isDetached = true
    return this.objects.method(method)
  }

  createCustomer(params: Params): Json {
    const row: CustomerRow = {
      id: this.rows.id('cus'),
      created: this.rows.seconds(),
      email: readText(params, 'email'),
      name: readText(params, 'name'),
      phone: readText(params, 'phone'),
      description: readText(params, 'description'),
      metadata: readMap(params, 'metadata'),
      isDeleted: false,
    }
    this.rows.customers.set(row.id, row)
    return this.objects.customer(row)
  }

  deleteCustomer(id: string): Json {
    const row = this.customer(id, 'id')
    row.isDeleted = true
    for (const method of this.rows.methods.values()) {
      if (method.customer === id) {
        method.customer = null
        method.isDetached = true
      }
    }
    return this.objects.customer(row)
  }

  /** Returns a customer that is not deleted. */
  customer(id: string, param: string): CustomerRow {
    const row = found(this.rows.customers, id, 'customer', param)
    if (row.isDeleted && param !== 'id') throw missingResource('customer', id, param)
    return row
  }

  createIntent(params: Params): Json {
    const amount = readInteger(params, 'amount')
    if (amount === null)
      throw invalidParameter('Missing required param: amount.', 'amount', 'parameter_missing')
    if (amount < 1) {
      const message = 'This value must be greater than or equal to 1.'
      throw invalidParameter(message, 'amount', 'parameter_invalid_integer')
    }
    const currency = required(params, 'currency').toLowerCase()
    if (!/^[a-z]{3}$/.test(currency)) throw invalidParameter(`Invalid currency: ${currency}`, 'currency')
    const shipping = params.shipping
    const row: IntentRow = {
      ...this.#newIntent('pi', params),
      kind: 'payment_intent',
      amount,
      currency,
      captureMethod:
        readOption(params, 'capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic',
      setupFutureUsage: readOption(params, 'setup_future_usage', ['off_session', 'on_session']),
      receiptEmail: readText(params, 'receipt_email'),
      shipping: typeof shipping === 'object' ? (shipping as Json) : null,
      statementSuffix: readText(params, 'statement_descriptor_suffix'),
      amountCapturable: 0,
      amountReceived: 0,
      canceledAt: null,
      charges: [],
      captures: 0,
    }
    this.#admit(row, params)
    this.rows.intents.set(row.id, row)
    this.#confirmNew(row, params, () => this.rows.intents.delete(row.id))
    return this.objects.intent(row)
  }

  createSetup(params: Params): Json {
    const row: SetupRow = {
      ...this.#newIntent('seti', params),
      kind: 'setup_intent',
      usage: readOption(params, 'usage', ['off_session', 'on_session']) ?? 'off_session',
    }
    this.#admit(row, params)
    this.rows.setups.set(row.id, row)
    this.#confirmNew(row, params, () => this.rows.setups.delete(row.id))
    return this.objects.setup(row)
  }

  listIntents(params: Params): Json {
    const limit = readInteger(params, 'limit') ?? 10
    if (limit < 1 || limit > 100) throw invalidParameter('Invalid limit: must be between 1 and 100', 'limit')
    const created = typeof params.created === 'object' ? (params.created as Params) : {}
    const from = readInteger(created, 'gte') ?? (readInteger(created, 'gt') ?? -1) + 1
    const until = readInteger(created, 'lte') ?? (readInteger(created, 'lt') ?? Number.MAX_SAFE_INTEGER) - 1
    const customer = readText(params, 'customer')
    for (const row of this.rows.intents.values()) endUncaptured(this.rows, row)
    const newestFirst = [...this.rows.intents.values()].reverse()
    const after = readText(params, 'starting_after')
    if (after !== null) this.intent(after, 'starting_after')
    const matching = newestFirst
      .slice(after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1)
      .filter((row) => row.created >= from && row.created <= until)
      .filter((row) => customer === null || row.customer === customer)
    const page = matching.slice(0, limit).map((row) => this.objects.intent(row))
    return { ...list(page, '/v1/payment_intents'), has_more: matching.length > limit }
  }

  refund(params: Params, chargeId: string | null): Json {
    const charge =
      chargeId === null ? this.#chargeOf(params) : found(this.rows.charges, chargeId, 'charge', 'id')
    const left = charge.amountCaptured - refundedOf(charge)
    if (charge.failure !== null || charge.amountCaptured === 0) {
      throw stateConflict('charge_not_refundable', `Charge ${charge.id} has not been captured.`)
    }
    if (left === 0) {
      throw stateConflict('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
    }
    const amount = readInteger(params, 'amount') ?? left
    if (amount < 1) throw invalidParameter('Invalid positive integer', 'amount', 'parameter_invalid_integer')
    if (amount > left) {
      const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
      throw stateConflict(null, message, { param: 'amount' })
    }
    const row: RefundRow = {
      id: this.rows.id('re'),
      created: this.rows.seconds(),
      amount,
      charge: charge.id,
      status: charge.method.card.refundStatus ?? 'succeeded',
      reason: readOption(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']),
      metadata: readMap(params, 'metadata'),
    }
    charge.refunds.push(row)
    if (row.status !== 'failed') charge.amountRefunded += amount
    this.rows.refunds.set(row.id, row)
    return this.objects.refund(row)
  }

  listRefunds(params: Params): Json {
    const created = typeof params.created === 'object' ? (params.created as Params) : {}
    const from = readInteger(created, 'gte') ?? 0
    const ofIntent =
      readText(params, 'payment_intent') === null
        ? this.rows.refunds.values()
        : this.#chargeOf(params).refunds
    const rows = [...ofIntent].filter((row) => row.created >= from)
    return pageOf(rows, params, '/v1/refunds', (row) => this.objects.refund(row))
  }

  listDisputes(params: Params): Json {
    const created = typeof params.created === 'object' ? (params.created as Params) : {}
    const from = readInteger(created, 'gte') ?? 0
    const rows = [...this.rows.disputes.values()].filter((row) => row.created >= from)
    return pageOf(rows, params, '/v1/disputes', (row) => this.objects.dispute(row))
  }

  dispute(id: string): DisputeRow {
    return found(this.rows.disputes, id, 'dispute', 'dispute')
  }

  intent(id: string, param = 'intent'): IntentRow {
    const row = found(this.rows.intents, id, 'payment_intent', param)
    endUncaptured(this.rows, row)
    return row
  }

  setup(id: string): SetupRow {
    return found(this.rows.setups, id, 'setupintent', 'intent')
  }

  #chargeOf(params: Params): ChargeRow {
    const intentId = readText(params, 'payment_intent')
    if (intentId === null) return found(this.rows.charges, required(params, 'charge'), 'charge', 'charge')
    const charge = this.rows.charges.get(this.intent(intentId, 'payment_intent').charges.at(-1) ?? '')
    if (charge) return charge
    const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`
    throw stateConflict(null, message, { param: 'payment_intent' })
  }

  #newIntent(prefix: 'pi' | 'seti', params: Params): Omit<SetupRow, 'kind' | 'usage'> {
    const customer = readText(params, 'customer')
    const id = this.rows.id(prefix)
    return {
      id,
      created: this.rows.seconds(),
      customer: customer === null ? null : this.customer(customer, 'customer').id,
      description: readText(params, 'description'),
      metadata: readMap(params, 'metadata'),
      method: null,
      ...this.#readMethodTypes(params),
      status: 'requires_payment_method',
      lastError: null,
      action: null,
      attempts: 0,
      clientSecret: `${id}_secret_${crypto.randomUUID().replaceAll('-', '')}`,
      cancellationReason: null,
    }
  }

  #readMethodTypes(params: Params): Pick<SetupRow, 'methodTypes' | 'allowedTypes' | 'automatic'> {
    const { payment_method_types: types, allowed_payment_method_types: allowed } = params
    if (types && this.version >= WITHOUT_TYPES_SINCE) {
      const message = 'payment_method_types is no longer supported. Use allowed_payment_method_types.'
      throw invalidParameter(message, 'payment_method_types', 'payment_method_types_no_longer_supported')
    }
    if (allowed && this.version < ALLOWED_SINCE) throw unknownParameter('allowed_payment_method_types')
    if (types) {
      return { methodTypes: readList(params, 'payment_method_types'), allowedTypes: null, automatic: null }
    }
    if (allowed) {
      const allowedTypes = readList(params, 'allowed_payment_method_types')
      return { methodTypes: allowedTypes, allowedTypes, automatic: null }
    }
    const { enabled, allow_redirects: redirects = 'always' } = readMap(params, 'automatic_payment_methods')
    const isAutomatic = enabled === undefined ? this.version >= AUTOMATIC_SINCE : enabled === 'true'
    const automatic = isAutomatic ? { enabled: true, allow_redirects: redirects } : null
    return { methodTypes: ['card'], allowedTypes: null, automatic }
  }

  /** Gives a new intent its method, if the request names one. */
  #admit(row: IntentRow | SetupRow, params: Params): void {
    const methodId = readText(params, 'payment_method')
    if (methodId !== null) {
      const method = this.method(methodId, 'payment_method')
      this.intents.requireUsable(row, method)
      row.method = method.id
      row.status = 'requires_confirmation'
    }
    const needsConfirm = ['off_session', 'error_on_requires_action', 'return_url'].find(
      (name) => params[name],
    )
    if (needsConfirm && !readFlag(params, 'confirm')) {
      throw invalidParameter(
        `You can only pass ${needsConfirm} when confirm is true.`,
        needsConfirm,
        'parameter_missing',
      )
    }
  }

  /** Confirms a new intent if the request asks for it; one whose parameters are wrong leaves no intent. */
  #confirmNew(row: IntentRow | SetupRow, params: Params, remove: () => void): void {
    if (!readFlag(params, 'confirm')) return
    const confirmed = { ...params, payment_method: row.method ?? '' }
    try {
      if (row.kind === 'payment_intent') this.intents.confirmPayment(row, confirmed)
      else this.intents.confirmSetup(row, confirmed)
    } catch (error) {
      if (error instanceof StripeRefusal && !error.isStored) remove()
      throw error
    }
  }

  #addMethod(rest: Pick<MethodRow, 'card' | 'expMonth' | 'expYear'> & Partial<MethodRow>) {
    const row: MethodRow = {
      id: this.rows.id('pm'),
      created: this.rows.seconds(),
      cvcCheck: 'unchecked',
      billing: NO_BILLING,
      metadata: {},
      customer: null,
      usedBy: null,
      isDetached: false,
      isSetUp: false,
      ...rest,
    }
    this.rows.methods.set(row.id, row)
    return row
  }

  #requireCurrent(month: number, year: number): void {
    if (month < 1 || month > 12) {
      throw cardProblem('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
    }
    const now = this.rows.now()
    if (year * 12 + month - 1 < now.getUTCFullYear() * 12 + now.getUTCMonth()) {
      throw cardProblem('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
    }
  }
}

/** Every address of Stripe's API that the double serves. */
export const ROUTES: Route[] = [
  route('GET', 'account', [], (api) => ({ ...api.account })),
  publicRoute('POST', 'payment_methods', ['type', 'card', 'billing_details', 'metadata'], (api, params) =>
    api.createMethod(params),
  ),
  route('GET', 'payment_methods/:id', [], (api, _, id) =>
    api.objects.method(api.method(id, 'payment_method')),
  ),
  route('POST', 'payment_methods/:id/attach', ['customer'], (api, params, id) => api.attach(params, id)),
  route('POST', 'payment_methods/:id/detach', [], (api, _, id) => api.detach(id)),
  route('POST', 'customers', ['email', 'name', 'phone', 'description', 'metadata'], (api, params) =>
    api.createCustomer(params),
  ),
  route('GET', 'customers/:id', [], (api, _, id) => api.objects.customer(api.customer(id, 'id'))),
  route('DELETE', 'customers/:id', [], (api, _, id) => api.deleteCustomer(id)),
  route('GET', 'payment_intents', PAGE, (api, params) => api.listIntents(params)),
  route(
    'POST',
    'payment_intents',
    [
      ...CREATE,
      ...CONFIRM,
      'amount',
      'currency',
      'capture_method',
      'setup_future_usage',
      'shipping',
      'statement_descriptor_suffix',
    ],
    (api, params) => api.createIntent(params),
  ),
  publicRoute('GET', 'payment_intents/:id', ['client_secret'], (api, params, id) =>
    seen(params, api.objects.intent(api.intent(id))),
  ),
  route('POST', 'payment_intents/:id/confirm', [...CONFIRM, 'setup_future_usage'], (api, params, id) => {
    api.intents.confirmPayment(api.intent(id), api.withMethod(params))
    return api.objects.intent(api.intent(id))
  }),
  route(
    'POST',
    'payment_intents/:id/capture',
    ['amount_to_capture', 'metadata', 'statement_descriptor_suffix'],
    (api, params, id) => {
      api.intents.capture(api.intent(id), params)
      return api.objects.intent(api.intent(id))
    },
  ),
  route('POST', 'payment_intents/:id/cancel', ['cancellation_reason'], (api, params, id) => {
    api.intents.cancel(api.intent(id), params)
    return api.objects.intent(api.intent(id))
  }),
  route('POST', 'setup_intents', [...CREATE, 'payment_method', 'return_url', 'usage'], (api, params) =>
    api.createSetup(params),
  ),
  publicRoute('GET', 'setup_intents/:id', ['client_secret'], (api, params, id) =>
    seen(params, api.objects.setup(api.setup(id))),
  ),
  route('POST', 'setup_intents/:id/confirm', ['payment_method', 'return_url'], (api, params, id) => {
    api.intents.confirmSetup(api.setup(id), api.withMethod(params))
    return api.objects.setup(api.setup(id))
  }),
  route('POST', 'setup_intents/:id/cancel', ['cancellation_reason'], (api, params, id) => {
    api.intents.cancel(api.setup(id), params)
    return api.objects.setup(api.setup(id))
  }),
  route('GET', 'charges/:id', [], (api, _, id) =>
    api.objects.charge(found(api.rows.charges, id, 'charge', 'id')),
  ),
  route('POST', 'charges/:id/refunds', ['amount', 'reason', 'metadata'], (api, params, id) =>
    api.refund(params, id),
  ),
  route('POST', 'refunds', ['amount', 'reason', 'metadata', 'charge', 'payment_intent'], (api, params) =>
    api.refund(params, null),
  ),
  route('GET', 'refunds', ['limit', 'starting_after', 'created', 'payment_intent'], (api, params) =>
    api.listRefunds(params),
  ),
  route('GET', 'refunds/:id', [], (api, _, id) =>
    api.objects.refund(found(api.rows.refunds, id, 'refund', 'id')),
  ),
  route('GET', 'disputes', ['limit', 'starting_after', 'created'], (api, params) => api.listDisputes(params)),
  route('GET', 'disputes/:id', [], (api, _, id) => api.objects.dispute(api.dispute(id))),
  route('POST', 'disputes/:id', ['evidence', 'metadata', 'submit'], (api, params, id) => {
    updateDispute(api.rows, api.dispute(id), params)
    return api.objects.dispute(api.dispute(id))
  }),
  route('POST', 'files', ['purpose', 'file'], (api, params) => createFile(api.rows, api.objects, params)),
]

function route(method: Route['method'], path: string, accepts: string[], act: Route['act']): Route {
  const pattern = new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`)
  return { method, path: pattern, accepts: [...accepts, ...IGNORED], act }
}

function publicRoute(method: Route['method'], path: string, accepts: string[], act: Route['act']): Route {
  return { ...route(method, path, accepts, act), isPublic: true }
}

/** Returns the object, if the client secret that a publishable key must present is the object's. */
function seen(params: Params, object: Json): Json {
  const secret = readText(params, 'client_secret')
  if (secret === null || secret === object.client_secret) return object
  const message = 'The client_secret provided does not match the client_secret associated with this intent.'
  throw invalidParameter(message, 'client_secret')
}

/** Returns a page of rows that are in the order of their creation, the newest first. */
function pageOf<Row extends { id: string }>(
  rows: Row[],
  params: Params,
  url: string,
  render: (row: Row) => Json,
): Json {
  const newestFirst = rows.toReversed()
  const after = readText(params, 'starting_after')
  const rest = newestFirst.slice(after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1)
  const limit = readInteger(params, 'limit') ?? 10
  return { ...list(rest.slice(0, limit).map(render), url), has_more: rest.length > limit }
}

function found<Row>(rows: Map<string, Row>, id: string, noun: string, param: string): Row {
  const row = rows.get(id)
  if (!row) throw missingResource(noun, id, param)
  return row
}

/** Error of a parameter that the address does not have in the request's version. */
export function unknownParameter(name: string): StripeRefusal {
  return invalidParameter(`Received unknown parameter: ${name}`, name, 'parameter_unknown')
}

function required(params: Params, name: string): string {
  const value = readText(params, name)
  if (value === null) throw invalidParameter(`Missing required param: ${name}.`, name, 'parameter_missing')
  return value
}

function readBilling(params: Params): Json {
  const given = params.billing_details
  if (typeof given !== 'object' || Array.isArray(given)) return NO_BILLING
  const { address } = given
  return {
    ...NO_BILLING,
    ...given,
    address: { ...(NO_BILLING.address as Json), ...(typeof address === 'object' ? address : {}) },
  }
}

function cardProblem(code: string, message: string, param: string): StripeRefusal {
  return new StripeRefusal(402, errorBody('card_error', code, message, { param }), true)
}

function unknownCard(number: string): StripeRefusal {
  if (!/^\d{12,19}$/.test(number)) {
    return cardProblem('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const message = 'Your card was declined. Your request was in test mode, but used a non test card.'
  const error = errorBody('card_error', 'card_declined', message, { decline_code: 'test_mode_live_card' })
  return new StripeRefusal(402, error, true)
}
