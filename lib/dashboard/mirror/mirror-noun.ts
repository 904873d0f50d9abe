import type { EventNoun } from '@/lib/contract/events'
import type { Payment } from '@/lib/contract/payment'
import type { PaymentLink } from '@/lib/contract/payment-link'
import { isFinal, paymentLinkStates, paymentStates } from '@/lib/contract/states'
import type { MirrorNoun } from '@/lib/dashboard/live/live-message'
import { mirrorAmount } from './mirror-amount'
import { storableJson } from './storable-json'

/** An object on its way into the mirror: the columns of its row beside the connection and the instant. */
export interface MirrorRow {
  id: string
  /** 1 for a final state, else 0. */
  rank: 0 | 1
  snapshot: unknown
  /** Values for the noun's own columns, by column name. */
  columns: Readonly<Record<string, string | number | null>>
}

/** Which object each noun mirrors. */
export interface MirrorObjects {
  payments: Payment
  links: PaymentLink
}

/** A noun's table: its own columns with their types, and the fields that only our hosts add. */
export interface MirrorTable {
  table: string
  columns: Readonly<Record<string, string>>
  /** They change without an event, or are missing at other hosts: a difference in them alone is no drift. */
  silentFields: readonly string[]
  /** Contract: the states that an event tells. An object that came into another one by itself is no drift. */
  toldStatuses: readonly string[]
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
    toldStatuses: ['APPROVED', 'FAILED'],
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
    toldStatuses: ['COMPLETED'],
  },
}

/** Whether an event should have told that an object is in this state. */
export function raisesEvent(noun: MirrorNoun, status: string): boolean {
  return mirrorTables[noun].toldStatuses.includes(status)
}

/** Which events' objects are mirrored now; the other kinds are recorded. */
export const mirrorNounOf: Readonly<Partial<Record<EventNoun, MirrorNoun>>> = {
  payment: 'payments',
  payment_link: 'links',
}

/** INTEGER's largest: a host may count further than we need to sort by. */
const INTEGER_MAX = 2_147_483_647

/**
 * The row of an object. `raw` is the object as it came, which is what the mirror keeps: the schema's reading of
 * it would lose what it does not understand.
 */
export function mirrorRow<Noun extends MirrorNoun>(
  noun: Noun,
  object: MirrorObjects[Noun],
  raw: unknown,
): MirrorRow {
  // One parse for both: what Postgres cannot hold is taken out of the snapshot and of the columns alike.
  const clean = storableJson(object)
  // `noun` decides which object it is, which the type checker cannot follow into the two builders.
  const row = noun === 'payments' ? paymentRow(clean as Payment) : linkRow(clean as PaymentLink)
  return { ...row, snapshot: storableJson(raw) }
}

type RowHead = Omit<MirrorRow, 'snapshot'>

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

function instant(text: string): string {
  return new Date(text).toISOString()
}
