import { randomInt } from 'node:crypto'
import { AUTHENTICATION_REQUIRED, type Decline, declineError, needsAuthentication } from './cards'
import { openDispute } from './disputes'
import { errorBody, invalidParameter, type Json, StripeRefusal, stateConflict } from './errors'
import { type Params, readFlag, readInteger, readOption, readText } from './form'
import { captureBefore, type Objects } from './objects'
import type { ChargeRow, IntentRow, MethodRow, Rows, SetupRow } from './rows'

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]
const SPENT =
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared ' +
  'with a connected account without Customer attachment, or was detached from a Customer. It may not be ' +
  'used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.'
const NO_RETURN_URL =
  'This intent is configured to accept payment methods enabled in your Dashboard. Because some of these ' +
  'payment methods might redirect your customer off of your page, you must provide a `return_url`.'
const UNCONFIRMED_ACTION =
  'This payment required an authentication action to complete, but `error_on_requires_action` was set.'

/** States of the two kinds of intent, and the moves between them as Stripe documents them. */
export class Intents {
  constructor(
    private readonly rows: Rows,
    private readonly objects: Objects,
  ) {}

  /** Confirms a payment: `requires_capture`, `succeeded` or `requires_action`; throws 402 if declined. */
  confirmPayment(row: IntentRow, params: Params): void {
    this.requireState(row, 'confirm', CONFIRMABLE)
    const method = this.methodFor(row, params)
    row.setupFutureUsage =
      readOption(params, 'setup_future_usage', ['off_session', 'on_session']) ?? row.setupFutureUsage
    row.receiptEmail = readText(params, 'receipt_email') ?? row.receiptEmail
    const isOffSession = isTrue(params, 'off_session')
    this.startAttempt(row, method)
    if (!needsAuthentication(method.card, isOffSession, method.isSetUp)) {
      this.charge(row, method, false)
    } else if (isOffSession) {
      const error = this.recordDecline(row, method, AUTHENTICATION_REQUIRED)
      throw this.refusal(row, error)
    } else this.requireAction(row, method, params)
    this.throwFailure(row)
  }

  /** Confirms a setup: `succeeded` or `requires_action`; throws 402 if it is declined. */
  confirmSetup(row: SetupRow, params: Params): void {
    this.requireState(row, 'confirm', CONFIRMABLE)
    const method = this.methodFor(row, params)
    this.startAttempt(row, method)
    if (method.card.authentication === undefined || method.card.authentication === 'on_session') {
      this.finishSetup(row, method)
    } else this.requireAction(row, method, params)
    this.throwFailure(row)
  }

  /** Takes the reserved amount, or a part of it and releases the rest. */
  capture(row: IntentRow, params: Params): void {
    this.requireState(row, 'capture', ['requires_capture'])
    const amount = readInteger(params, 'amount_to_capture') ?? row.amountCapturable
    if (amount < 1)
      throw invalidParameter('This value must be greater than or equal to 1.', 'amount_to_capture')
    if (amount > row.amountCapturable) {
      const message =
        'The payment could not be captured because the requested capture amount is greater than the amount ' +
        'you can capture for this charge.'
      throw stateConflict('amount_too_large', message, { param: 'amount_to_capture' })
    }
    this.take(row, this.latestCharge(row), amount)
  }

  /** Cancels an intent: what it reserved is released. */
  cancel(row: IntentRow | SetupRow, params: Params): void {
    const reason = readOption(params, 'cancellation_reason', [
      'duplicate',
      'fraudulent',
      'requested_by_customer',
      'abandoned',
    ])
    this.requireState(row, 'cancel', CANCELABLE)
    if (row.kind === 'payment_intent') {
      if (row.status === 'requires_capture') {
        const charge = this.latestCharge(row)
        charge.amountRefunded = charge.amount
      }
      row.amountCapturable = 0
      row.canceledAt = this.rows.seconds()
    }
    row.status = 'canceled'
    row.cancellationReason = reason
    row.action = null
    // Any update of an intent clears its last error.
    row.lastError = null
  }

  /** Applies the payer's decision of 3-D Secure; one that comes too late changes nothing. */
  decide(row: IntentRow | SetupRow, attempt: number, isApproved: boolean): void {
    if (row.status !== 'requires_action' || row.action?.attempt !== attempt) return
    const method = this.rows.methods.get(row.method ?? '')
    if (!method) return
    row.action = null
    if (!isApproved) {
      const noun = row.kind === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
      const message =
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a ' +
        `new PaymentMethod to attempt to fulfill this ${noun} again.`
      const error = errorBody('invalid_request_error', `${row.kind}_authentication_failure`, message)
      this.fail(row, { ...error, payment_method: this.objects.method(method) })
    } else if (row.kind === 'payment_intent') this.charge(row, method, true)
    else this.finishSetup(row, method)
  }

  /** Requires that the method may be used by the intent. */
  requireUsable(row: IntentRow | SetupRow, method: MethodRow): void {
    if (method.customer !== null && method.customer !== row.customer) {
      const message =
        row.customer === null
          ? `The PaymentMethod ${method.id} belongs to the Customer ${method.customer}. Please include the ` +
            'Customer in the `customer` parameter.'
          : `The customer does not have a payment method with the ID ${method.id}. The payment method ` +
            'must be attached to the customer.'
      throw stateConflict(null, message, { param: 'payment_method' })
    }
    const isSpent = method.usedBy !== null && !(method.usedBy === row.id && row.status === 'requires_action')
    if (method.isDetached || isSpent) throw stateConflict(null, SPENT)
  }

  private requireState(row: IntentRow | SetupRow, verb: string, allowed: string[]): void {
    if (allowed.includes(row.status)) return
    const noun = row.kind === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
    const message =
      verb === 'confirm' && row.status !== 'canceled'
        ? `You cannot confirm this ${noun} because it has already succeeded after being previously confirmed.`
        : `You cannot ${verb} this ${noun} because it has a status of ${row.status}. Only a ${noun} with ` +
          `one of the following statuses may be used: ${allowed.join(', ')}.`
    throw stateConflict(`${row.kind}_unexpected_state`, message, { [row.kind]: this.render(row) })
  }

  private methodFor(row: IntentRow | SetupRow, params: Params): MethodRow {
    const id = readText(params, 'payment_method') ?? row.method
    const method = this.rows.methods.get(id ?? '')
    if (!method) {
      const noun = row.kind === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
      const message = `You cannot confirm this ${noun} because it's missing a payment method.`
      throw stateConflict(`${row.kind}_unexpected_state`, message, { [row.kind]: this.render(row) })
    }
    this.requireUsable(row, method)
    const mayRedirect = row.automatic !== null && row.automatic.allow_redirects !== 'never'
    if (mayRedirect && !isTrue(params, 'off_session') && readText(params, 'return_url') === null) {
      throw invalidParameter(NO_RETURN_URL, 'return_url')
    }
    return method
  }

  private startAttempt(row: IntentRow | SetupRow, method: MethodRow): void {
    if (method.customer === null) method.usedBy = row.id
    row.method = method.id
    row.lastError = null
    row.action = null
    row.attempts += 1
  }

  private requireAction(row: IntentRow | SetupRow, method: MethodRow, params: Params): void {
    if (row.kind === 'payment_intent' && readFlag(params, 'error_on_requires_action')) {
      const error = errorBody('card_error', 'authentication_required', UNCONFIRMED_ACTION)
      this.fail(row, { ...error, payment_method: this.objects.method(method) })
      return
    }
    row.status = 'requires_action'
    row.action = { attempt: row.attempts, returnUrl: readText(params, 'return_url') }
  }

  private charge(row: IntentRow, method: MethodRow, isAuthenticated: boolean): void {
    if (method.card.decline !== null) {
      this.recordDecline(row, method, method.card.decline)
      return
    }
    const charge = this.addCharge(row, method, { isAuthenticated })
    this.attachAfterSuccess(row, method, row.setupFutureUsage)
    row.status = 'requires_capture'
    row.amountCapturable = charge.amount
    if (row.captureMethod !== 'manual') this.take(row, charge, charge.amount)
  }

  private take(row: IntentRow, charge: ChargeRow, amount: number): void {
    charge.amountCaptured = amount
    charge.amountRefunded = charge.amount - amount
    row.status = 'succeeded'
    row.amountCapturable = 0
    row.amountReceived = amount
    row.captures += 1
    const { dispute } = charge.method.card
    if (dispute) openDispute(this.rows, charge, dispute)
  }

  private recordDecline(row: IntentRow, method: MethodRow, decline: Decline): Json {
    const charge = this.addCharge(row, method, {
      authorizationCode: null,
      isBlocked: decline.isBlocked ?? false,
    })
    const error = declineError(decline, { charge: charge.id, payment_method: this.objects.method(method) })
    charge.failure = error
    this.fail(row, error)
    return error
  }

  private fail(row: IntentRow | SetupRow, error: Json): void {
    row.lastError = error
    row.status = 'requires_payment_method'
    row.method = null
  }

  private addCharge(row: IntentRow, method: MethodRow, rest: Partial<ChargeRow>): ChargeRow {
    method.cvcCheck = 'pass'
    const charge: ChargeRow = {
      id: this.rows.id('ch'),
      created: this.rows.seconds(),
      intent: row.id,
      amount: row.amount,
      amountCaptured: 0,
      amountRefunded: 0,
      isManual: row.captureMethod === 'manual',
      isAuthenticated: false,
      method: { ...method },
      failure: null,
      isBlocked: false,
      authorizationCode: String(randomInt(1_000_000)).padStart(6, '0'),
      refunds: [],
      ...rest,
    }
    this.rows.charges.set(charge.id, charge)
    row.charges.push(charge.id)
    return charge
  }

  private finishSetup(row: SetupRow, method: MethodRow): void {
    const { decline, attaches } = method.card
    if (decline !== null && !attaches) {
      this.fail(row, declineError(decline, { payment_method: this.objects.method(method) }))
      return
    }
    row.status = 'succeeded'
    this.attachAfterSuccess(row, method, row.usage)
  }

  private attachAfterSuccess(row: IntentRow | SetupRow, method: MethodRow, usage: string | null): void {
    if (usage === null || row.customer === null) return
    method.customer = row.customer
    method.usedBy = null
    method.cvcCheck = 'pass'
    if (usage === 'off_session') method.isSetUp = true
  }

  private latestCharge(row: IntentRow): ChargeRow {
    const charge = this.rows.charges.get(row.charges.at(-1) ?? '')
    if (!charge) throw new Error(`the intent ${row.id} in status ${row.status} has no charge`)
    return charge
  }

  private throwFailure(row: IntentRow | SetupRow): void {
    if (row.lastError !== null) throw this.refusal(row, row.lastError)
  }

  private refusal(row: IntentRow | SetupRow, error: Json): StripeRefusal {
    return new StripeRefusal(402, { ...error, [row.kind]: this.render(row) }, true)
  }

  private render(row: IntentRow | SetupRow): Json {
    return row.kind === 'payment_intent' ? this.objects.intent(row) : this.objects.setup(row)
  }
}

/** Releases a reserved amount whose time to capture it has passed. */
export function endUncaptured(rows: Rows, row: IntentRow): void {
  const charge = rows.charges.get(row.charges.at(-1) ?? '')
  if (row.status !== 'requires_capture' || !charge || rows.seconds() < captureBefore(charge)) return
  charge.amountRefunded = charge.amount
  row.status = 'canceled'
  row.cancellationReason = 'automatic'
  row.canceledAt = captureBefore(charge)
  row.amountCapturable = 0
}

/** `off_session` is a boolean or the kind of a recurring payment. */
function isTrue(params: Params, name: string): boolean {
  const value = readText(params, name)
  return value === 'one_off' || value === 'recurring' || readFlag(params, name)
}
