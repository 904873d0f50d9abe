import type { Customer } from '@/lib/contract/customer'
import type { EventNoun } from '@/lib/contract/event-kinds'
import { nearestInstant } from '@/lib/contract/instant'
import type { Payment } from '@/lib/contract/payment'
import type { PaymentLink } from '@/lib/contract/payment-link'
import type { Settlement } from '@/lib/contract/settlement'
import { isFinal, paymentLinkStates, paymentStates, settlementStates } from '@/lib/contract/states'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import { digitsOf } from '@/lib/domain/phone'
import { shorten } from '@/lib/domain/text'
import { mirrorAmount } from './mirror-amount'
import { storableJson } from './storable-json'

/** Columns of an object's row, other than the connection and the instant. */
export interface MirrorRow {
  id: string
  /** 1 for a final state, else 0. */
  rank: 0 | 1
  snapshot: unknown
  /** Values for the noun's own columns, by column name. */
  columns: Readonly<Record<string, string | number | null>>
}

/** Object of each noun. */
export interface MirrorObjects {
  payments: Payment
  links: PaymentLink
  customers: Customer
  settlements: Settlement
}

/** A noun's table: its own columns with their types, and the fields that only our hosts add. */
export interface MirrorTable {
  table: string
  columns: Readonly<Record<string, string>>
  /** Fields that change without an event, or are absent at other hosts: a difference in them alone is no drift. */
  silentFields: readonly string[]
  /** States that an event reports, by the contract. An object in another state is no drift. */
  reportedStatuses: readonly string[]
  /** True if an event reports a new object in any state. */
  reportsNew: boolean
  /** True if an object of rank 0 reaches a final state without a request. */
  endsByItself: boolean
}

export const mirrorTables: Readonly<Record<MirrorNoun, MirrorTable>> = {
  payments: {
    table: 'dashboard.mirror_payment',
    columns: {
      status: 'text',
      amount_minor: 'bigint',
      currency: 'text',
      payer_name: 'text',
      payer_email: 'text',
      customer_id: 'text',
      link_id: 'text',
      link_title: 'text',
      settlement_id: 'text',
      created_at: 'timestamptz',
    },
    silentFields: [
      'settlement_id',
      'description',
      'decline',
      'card',
      'approved_at',
      'fee_amount',
      'receipt_url',
    ],
    reportedStatuses: ['APPROVED', 'FAILED'],
    reportsNew: false,
    endsByItself: true,
  },
  links: {
    table: 'dashboard.mirror_link',
    columns: {
      title: 'text',
      status: 'text',
      amount_minor: 'bigint',
      currency: 'text',
      max_uses: 'integer',
      paid_count: 'integer',
      expires_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    silentFields: ['paid_count', 'customer_id', 'open_count', 'last_opened_at'],
    reportedStatuses: ['COMPLETED'],
    reportsNew: false,
    endsByItself: true,
  },
  customers: {
    table: 'dashboard.mirror_customer',
    columns: {
      name: 'text',
      phone_digits: 'text',
      email: 'text',
      status: 'text',
      source: 'text',
      external_ref: 'text',
      card_last4: 'text',
      created_at: 'timestamptz',
    },
    silentFields: [],
    reportedStatuses: [],
    reportsNew: true,
    endsByItself: false,
  },
  settlements: {
    table: 'dashboard.mirror_settlement',
    columns: {
      status: 'text',
      currency: 'text',
      gross_minor: 'bigint',
      fee_minor: 'bigint',
      net_minor: 'bigint',
      payment_count: 'integer',
      period_start: 'timestamptz',
      period_end: 'timestamptz',
      reference: 'text',
      paid_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    silentFields: ['debt_amount'],
    reportedStatuses: ['PENDING', 'PAID', 'DEBT'],
    reportsNew: true,
    endsByItself: true,
  },
}

/** Returns whether an event should have reported an object in this state. A customer created by the merchant raises none. */
export function raisesEvent(
  noun: MirrorNoun,
  { status, source }: { status: string; source?: unknown },
  isNew: boolean,
): boolean {
  const { reportedStatuses, reportsNew } = mirrorTables[noun]
  return reportedStatuses.includes(status) || (isNew && reportsNew && source !== 'MERCHANT')
}

/** Mirrored noun of each event's object. */
export const mirrorNounOf: Readonly<Record<EventNoun, MirrorNoun>> = {
  payment: 'payments',
  payment_link: 'links',
  customer: 'customers',
  settlement: 'settlements',
}

/** Largest INTEGER: a host may count higher than sorting needs. */
const INTEGER_MAX = 2_147_483_647

/**
 * Returns the row of an object. `raw` is the object as received, and that is what the mirror stores: the schema's output
 * would lose unknown fields.
 */
export function mirrorRow<Noun extends MirrorNoun>(
  noun: Noun,
  object: MirrorObjects[Noun],
  raw: unknown,
): MirrorRow {
  // One pass for both: characters that Postgres refuses are removed from the snapshot and the columns alike.
  const clean = storableJson(object)
  const { columns, ...head } = rowHeads[noun](clean as MirrorObjects[Noun])
  return {
    ...head,
    columns: Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, cutText(value)])),
    snapshot: storableJson(listedForm(noun, raw)),
  }
}

/** Code points of a text in a column, which indexes repeat; the snapshot has it whole. */
const COLUMN_TEXT_MAX = 255

function cutText(value: string | number | null): string | number | null {
  return typeof value === 'string' ? shorten(value, COLUMN_TEXT_MAX) : value
}

/** Returns an object as lists show it: a settlement's payments are only in its detail and in the payments' own rows. */
export function listedForm(noun: MirrorNoun, raw: unknown): unknown {
  if (noun !== 'settlements' || typeof raw !== 'object' || raw === null) return raw
  const { payments: _, ...listed } = { payments: null, ...raw }
  return listed
}

type RowHead = Omit<MirrorRow, 'snapshot'>

const rowHeads: { readonly [Noun in MirrorNoun]: (object: MirrorObjects[Noun]) => RowHead } = {
  payments: paymentRow,
  links: linkRow,
  customers: customerRow,
  settlements: settlementRow,
}

function paymentRow(payment: Payment): RowHead {
  return {
    id: payment.id,
    rank: isFinal(paymentStates, payment.status) ? 1 : 0,
    columns: {
      status: payment.status,
      amount_minor: mirrorAmount(payment.amount, payment.currency).toString(),
      currency: payment.currency,
      payer_name: payment.payer.name,
      payer_email: payment.payer.email,
      customer_id: payment.customer_id,
      link_id: payment.payment_link?.id ?? null,
      link_title: payment.payment_link?.title ?? null,
      settlement_id: payment.settlement_id,
      created_at: instant(payment.created_at),
    },
  }
}

function linkRow(link: PaymentLink): RowHead {
  return {
    id: link.id,
    rank: isFinal(paymentLinkStates, link.status) ? 1 : 0,
    columns: {
      title: link.title,
      status: link.status,
      amount_minor: mirrorAmount(link.amount, link.currency).toString(),
      currency: link.currency,
      max_uses: link.max_uses === null ? null : Math.min(link.max_uses, INTEGER_MAX),
      paid_count: Math.min(link.paid_count, INTEGER_MAX),
      expires_at: link.expires_at === null ? null : instant(link.expires_at),
      created_at: instant(link.created_at),
    },
  }
}

const REFERENCE_MAX = 200
const LAST4_MAX = 16

function customerRow(customer: Customer): RowHead {
  return {
    id: customer.id,
    // Either state may follow the other: the newer response always wins.
    rank: 0,
    columns: {
      name: customer.name,
      phone_digits: customer.phone === null ? null : digitsOf(customer.phone) || null,
      email: customer.email,
      status: customer.status,
      source: customer.source,
      // Indexed, so the length of another host's text has to be limited.
      external_ref: customer.external_ref?.slice(0, REFERENCE_MAX) ?? null,
      card_last4: customer.card?.last4?.slice(0, LAST4_MAX) ?? null,
      created_at: instant(customer.created_at),
    },
  }
}

function settlementRow(settlement: Settlement): RowHead {
  const { currency } = settlement
  return {
    id: settlement.id,
    rank: isFinal(settlementStates, settlement.status) ? 1 : 0,
    columns: {
      status: settlement.status,
      currency,
      gross_minor: mirrorAmount(settlement.gross_amount, currency).toString(),
      fee_minor: mirrorAmount(settlement.fee_amount, currency).toString(),
      net_minor: mirrorAmount(settlement.net_amount, currency).toString(),
      payment_count: Math.min(settlement.payment_count, INTEGER_MAX),
      period_start: instant(settlement.period_start),
      period_end: instant(settlement.period_end),
      reference: settlement.reference?.slice(0, REFERENCE_MAX) ?? null,
      paid_at: settlement.paid_at === null ? null : instant(settlement.paid_at),
      created_at: instant(settlement.created_at),
    },
  }
}

function instant(text: string): string {
  return nearestInstant(Date.parse(text)).toISOString()
}
