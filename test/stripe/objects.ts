import type { Json } from './errors'
import type {
  ChargeRow,
  CustomerRow,
  DisputeRow,
  FileRow,
  IntentRow,
  MethodRow,
  RefundRow,
  Rows,
  SetupRow,
} from './rows'

const CAPTURE_WITHIN_S = 7 * 24 * 60 * 60
/** First version without `charges` on an intent. */
const WITHOUT_CHARGES = '2022-11-15'

/** Stripe's objects as the API shows them in the version of a request. */
export class Objects {
  constructor(
    private readonly rows: Rows,
    private readonly version: string,
  ) {}

  private get isOld(): boolean {
    return this.version < WITHOUT_CHARGES
  }

  method(row: MethodRow): Json {
    const { brand, country, number } = row.card
    return {
      id: row.id,
      object: 'payment_method',
      allow_redisplay: 'unspecified',
      billing_details: row.billing,
      card: {
        brand,
        checks: checks(row.cvcCheck),
        country,
        display_brand: brand === 'amex' ? 'american_express' : brand,
        exp_month: row.expMonth,
        exp_year: row.expYear,
        fingerprint: fingerprint(number),
        funding: 'credit',
        generated_from: null,
        last4: number.slice(-4),
        networks: { available: [brand], preferred: null },
        regulated_status: 'unregulated',
        three_d_secure_usage: { supported: true },
        wallet: null,
      },
      created: row.created,
      customer: row.customer,
      customer_account: null,
      livemode: this.rows.isLive,
      metadata: row.metadata,
      shared_payment_granted_token: null,
      type: 'card',
    }
  }

  customer(row: CustomerRow): Json {
    if (row.isDeleted) return { id: row.id, object: 'customer', deleted: true }
    return {
      id: row.id,
      object: 'customer',
      address: null,
      balance: 0,
      created: row.created,
      currency: null,
      customer_account: null,
      default_source: null,
      delinquent: false,
      description: row.description,
      discount: null,
      email: row.email,
      invoice_prefix: row.id.slice(-8).toUpperCase(),
      invoice_settings: {
        custom_fields: null,
        default_payment_method: null,
        footer: null,
        rendering_options: null,
      },
      livemode: this.rows.isLive,
      metadata: row.metadata,
      name: row.name,
      next_invoice_sequence: 1,
      phone: row.phone,
      preferred_locales: [],
      shipping: null,
      tax_exempt: 'none',
      test_clock: null,
      ...(this.isOld ? { default_currency: null } : {}),
    }
  }

  intent(row: IntentRow): Json {
    return {
      id: row.id,
      object: 'payment_intent',
      allowed_payment_method_types: row.allowedTypes,
      amount: row.amount,
      amount_capturable: row.amountCapturable,
      amount_details: { tip: {} },
      amount_received: row.amountReceived,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: row.automatic,
      canceled_at: row.canceledAt,
      cancellation_reason: row.cancellationReason,
      capture_method: row.captureMethod,
      client_secret: row.clientSecret,
      confirmation_method: 'automatic',
      created: row.created,
      currency: row.currency,
      customer: row.customer,
      customer_account: null,
      description: row.description,
      excluded_payment_method_types: null,
      last_payment_error: row.lastError,
      latest_charge: row.charges.at(-1) ?? null,
      livemode: this.rows.isLive,
      managed_payments: { enabled: false },
      metadata: row.metadata,
      next_action: this.nextAction(row),
      on_behalf_of: null,
      payment_method: row.method,
      payment_method_configuration_details: null,
      payment_method_options: {
        card: {
          installments: null,
          mandate_options: null,
          network: null,
          request_three_d_secure: 'automatic',
        },
      },
      payment_method_types: row.methodTypes,
      processing: null,
      receipt_email: row.receiptEmail,
      review: null,
      setup_future_usage: row.setupFutureUsage,
      shared_payment_granted_token: null,
      shipping: row.shipping,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: row.statementSuffix,
      status: row.status,
      transfer_data: null,
      transfer_group: null,
      ...(this.isOld ? { charges: this.chargesOf(row), invoice: null } : {}),
    }
  }

  setup(row: SetupRow): Json {
    return {
      id: row.id,
      object: 'setup_intent',
      allowed_payment_method_types: row.allowedTypes,
      application: null,
      automatic_payment_methods: row.automatic,
      cancellation_reason: row.cancellationReason,
      client_secret: row.clientSecret,
      created: row.created,
      customer: row.customer,
      customer_account: null,
      description: row.description,
      excluded_payment_method_types: null,
      flow_directions: null,
      last_setup_error: row.lastError,
      latest_attempt: null,
      livemode: this.rows.isLive,
      mandate: null,
      metadata: row.metadata,
      next_action: this.nextAction(row),
      on_behalf_of: null,
      payment_method: row.method,
      payment_method_configuration_details: null,
      payment_method_options: {
        card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
      },
      payment_method_types: row.methodTypes,
      single_use_mandate: null,
      status: row.status,
      usage: row.usage,
    }
  }

  charge(row: ChargeRow): Json {
    const isPaid = row.failure === null
    return {
      id: row.id,
      object: 'charge',
      amount: row.amount,
      amount_captured: row.amountCaptured,
      amount_refunded: row.amountRefunded,
      ...(row.isManual && isPaid ? { amount_updates: [] } : {}),
      application: null,
      application_fee: null,
      application_fee_amount: null,
      balance_transaction: row.amountCaptured > 0 ? row.id.replace(/^ch/, 'txn') : null,
      billing_details: row.method.billing,
      calculated_statement_descriptor: 'DOUBLE',
      captured: row.amountCaptured > 0,
      created: row.created,
      currency: this.intentOf(row).currency,
      customer: this.intentOf(row).customer,
      description: null,
      destination: null,
      dispute: this.disputeOf(row)?.id ?? null,
      disputed: this.disputeOf(row) !== null,
      failure_balance_transaction: null,
      failure_code: row.failure?.code ?? null,
      failure_message: row.failure?.message ?? null,
      fraud_details: {},
      livemode: this.rows.isLive,
      metadata: this.intentOf(row).metadata,
      on_behalf_of: null,
      order: null,
      outcome: outcome(row),
      paid: isPaid,
      payment_intent: row.intent,
      payment_method: row.method.id,
      payment_method_details: { card: this.chargedCard(row), type: 'card' },
      radar_options: {},
      receipt_email: this.intentOf(row).receiptEmail,
      receipt_number: null,
      receipt_url: isPaid ? `${this.rows.url()}/receipts/${row.id}` : null,
      refunded: isPaid && row.amountRefunded === row.amount,
      review: null,
      shipping: this.intentOf(row).shipping,
      source: null,
      source_transfer: null,
      statement_descriptor: null,
      statement_descriptor_suffix: this.intentOf(row).statementSuffix,
      status: isPaid ? 'succeeded' : 'failed',
      transfer_data: null,
      transfer_group: null,
      ...(this.isOld ? { invoice: null, refunds: this.refundsOf(row) } : {}),
    }
  }

  refund(row: RefundRow): Json {
    // A refund belongs to a charge that exists.
    const charge = this.rows.charges.get(row.charge) as ChargeRow
    return {
      id: row.id,
      object: 'refund',
      amount: row.amount,
      balance_transaction: row.id.replace(/^re/, 'txn'),
      charge: row.charge,
      created: row.created,
      currency: this.intentOf(charge).currency,
      customer: null,
      customer_account: null,
      destination_details: {
        card: {
          reference_status: 'pending',
          reference_type: 'acquirer_reference_number',
          type: 'refund',
        },
        type: 'card',
      },
      metadata: row.metadata,
      payment_intent: charge.intent,
      payment_method: charge.method.id,
      reason: row.reason,
      receipt_number: null,
      source_transfer_reversal: null,
      status: row.status,
      ...(row.status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}),
      transfer_reversal: null,
    }
  }

  dispute(row: DisputeRow): Json {
    // A dispute belongs to a charge that exists.
    const charge = this.rows.charges.get(row.charge) as ChargeRow
    return {
      id: row.id,
      object: 'dispute',
      amount: row.amount,
      balance_transactions: [],
      charge: row.charge,
      created: row.created,
      currency: row.currency,
      enhanced_eligibility_types: [],
      evidence: row.evidence,
      evidence_details: {
        due_by: row.dueBy,
        enhanced_eligibility: {},
        has_evidence: Object.keys(row.evidence).length > 0,
        past_due: isPastDue(row, this.rows),
        submission_count: row.submissions,
        submission_method: row.submissions > 0 ? 'manual' : 'not_submitted',
      },
      is_charge_refundable: false,
      livemode: this.rows.isLive,
      metadata: row.metadata,
      network_reason_code: null,
      payment_intent: charge.intent,
      payment_method_details: {
        card: {
          brand: charge.method.card.brand,
          case_type: row.status.startsWith('warning_') ? 'inquiry' : 'chargeback',
          network: charge.method.card.brand,
          network_reason_code: null,
        },
        type: 'card',
      },
      reason: row.reason,
      status: row.status,
    }
  }

  file(row: FileRow): Json {
    return {
      id: row.id,
      object: 'file',
      created: row.created,
      expires_at: null,
      filename: row.name,
      links: null,
      purpose: row.purpose,
      size: row.size,
      title: null,
      type: row.type.replace(/^.*\//, ''),
      url: `${this.rows.url()}/v1/files/${row.id}/contents`,
    }
  }

  /** Returns the object of an id; null if there is none. */
  byId(id: string): Json | null {
    const { methods, customers, intents, setups, charges, refunds } = this.rows
    const method = methods.get(id)
    const customer = customers.get(id)
    const intent = intents.get(id)
    const setup = setups.get(id)
    const charge = charges.get(id)
    const refund = refunds.get(id)
    if (method) return this.method(method)
    if (customer) return this.customer(customer)
    if (intent) return this.intent(intent)
    if (setup) return this.setup(setup)
    if (charge) return this.charge(charge)
    return refund ? this.refund(refund) : null
  }

  private disputeOf({ id }: ChargeRow): DisputeRow | null {
    return [...this.rows.disputes.values()].find(({ charge }) => charge === id) ?? null
  }

  private intentOf({ intent }: ChargeRow): IntentRow {
    // A charge belongs to an intent that exists.
    return this.rows.intents.get(intent) as IntentRow
  }

  private nextAction(row: IntentRow | SetupRow): Json | null {
    if (row.action === null) return null
    const { attempt, returnUrl } = row.action
    const url = `${this.rows.url()}/3ds/${row.id}?client_secret=${row.clientSecret}&attempt=${attempt}`
    if (returnUrl !== null) {
      return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
    }
    const sdk = { type: 'three_d_secure_redirect', stripe_js: url, source: `src_${row.id}` }
    return { type: 'use_stripe_sdk', use_stripe_sdk: sdk }
  }

  private chargesOf(row: IntentRow): Json {
    const data = row.charges.map((id) => this.byId(id)).filter((charge) => charge !== null)
    return list(data, `/v1/charges?payment_intent=${row.id}`, { total_count: data.length })
  }

  private refundsOf(row: ChargeRow): Json {
    const data = row.refunds.map((refund) => this.refund(refund))
    return list(data, `/v1/charges/${row.id}/refunds`, { total_count: data.length })
  }

  private chargedCard(row: ChargeRow): Json {
    const { card, expMonth, expYear } = row.method
    return {
      amount_authorized: row.failure === null ? row.amount : null,
      authorization_code: row.authorizationCode,
      brand: card.brand,
      ...(row.isManual && row.failure === null ? { capture_before: captureBefore(row) } : {}),
      checks: checks('pass'),
      country: card.country,
      exp_month: expMonth,
      exp_year: expYear,
      extended_authorization: { status: 'disabled' },
      fingerprint: fingerprint(card.number),
      funding: 'credit',
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: card.number.slice(-4),
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: card.brand,
      network_token: { used: false },
      network_transaction_id: `DBL${row.id.slice(-10)}`,
      overcapture: { maximum_amount_capturable: row.amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: row.isAuthenticated
        ? { authentication_flow: 'challenge', result: 'authenticated', result_reason: null, version: '2.2.0' }
        : null,
      transaction_link_id: `double-${row.id}`,
      wallet: null,
    }
  }
}

/** Returns the second at which an uncaptured charge ends. */
export function captureBefore({ created }: ChargeRow): number {
  return created + CAPTURE_WITHIN_S
}

/** Returns whether the time for evidence has ended, or the bank takes none. */
export function isPastDue({ dueBy }: DisputeRow, rows: Rows): boolean {
  return dueBy < rows.seconds()
}

/** Returns a page of a list. */
export function list(data: Json[], url: string, rest: Json = {}): Json {
  return { object: 'list', data, has_more: false, url, ...rest }
}

export const NO_BILLING: Json = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

function checks(cvcCheck: string): Json {
  return { address_line1_check: null, address_postal_code_check: null, cvc_check: cvcCheck }
}

/** The same for every method of one card. */
function fingerprint(number: string): string {
  return `Dbl${(Number(number) % 7_919_000_017).toString(36)}`
}

function outcome({ failure, isBlocked }: ChargeRow): Json {
  return {
    advice_code: failure?.advice_code ?? null,
    network_advice_code: failure?.network_advice_code ?? null,
    network_decline_code: failure?.network_decline_code ?? null,
    network_status:
      failure === null ? 'approved_by_network' : isBlocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: failure === null ? null : isBlocked ? 'highest_risk_level' : failure.decline_code,
    risk_level: isBlocked ? 'highest' : 'normal',
    risk_score: isBlocked ? 90 : 10,
    seller_message: failure === null ? 'Payment complete.' : 'The bank did not return any further details.',
    type: failure === null ? 'authorized' : isBlocked ? 'blocked' : 'issuer_declined',
  }
}
