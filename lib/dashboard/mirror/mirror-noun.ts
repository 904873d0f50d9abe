import type * as z from 'zod'
import { type Customer, customerSchema } from '@/lib/contract/customer'
import type { EndpointName } from '@/lib/contract/endpoints'
import { type EventNoun, eventDataKeys, extensionEventKinds, isEventKind } from '@/lib/contract/event-kinds'
import { nearestInstant } from '@/lib/contract/instant'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { type Payment, paymentSchema } from '@/lib/contract/payment'
import { type PaymentLink, paymentLinkSchema } from '@/lib/contract/payment-link'
import { type Settlement, settlementSchema } from '@/lib/contract/settlement'
import { isFinal, paymentLinkStates, paymentStates, settlementStates } from '@/lib/contract/states'
import { storableJson } from '@/lib/dashboard/client/bounded-json'
import { digitsOf } from '@/lib/domain/phone'
import { shorten } from '@/lib/domain/text'
import { mirrorAmount } from './mirror-amount'
import type { MirrorNoun } from './shape'

/** Columns of an object's row, other than the connection and the instant. */
export interface MirrorRow {
  id: string
  /** 1 for a final state, else 0. */
  rank: 0 | 1
  snapshot: unknown
  /** Values for the noun's own columns, by column name. */
  columns: Readonly<Record<string, Value>>
}

export interface MirrorObjects {
  payments: Payment
  links: PaymentLink
  customers: Customer
  settlements: Settlement
}

/** A record is stored as jsonb. */
type Value = string | number | null | Readonly<Record<string, string>>

/** Column of a noun's own, with its type and its value for an object. */
type Column<Object> = readonly [type: string, value: (object: Object) => Value]

interface MirrorTable<Object> {
  table: string
  schema: z.ZodType<Object> & Pick<z.ZodObject, 'shape'>
  /** Endpoint of one object. */
  endpoint: EndpointName
  /** Fields that columns are read from, and that a shortened object therefore keeps with what is nested in them. */
  wholeFields?: readonly string[]
  isFinal(object: Object): boolean
  columns: Readonly<Record<string, Column<Object>>>
  /** Fields that change without an event, or are absent at other hosts: a difference in them alone is no drift. */
  silentFields: readonly string[]
  /** States that an event reports, by the contract. An object in another state is no drift. */
  reportedStatuses: readonly string[]
  /** True if an event reports a new object in any state. */
  reportsNew: boolean
  /** True if an object of rank 0 reaches a final state without a request. */
  endsByItself: boolean
}

const minor = (amount: number, currency: string) => mirrorAmount(amount, currency).toString()
const instant = (text: string) => nearestInstant(Date.parse(text)).toISOString()
const instantOrNull = (text: string | null) => (text === null ? null : instant(text))

/** Returns the instants of a payment's refunds that succeeded, by their ids; null without any. */
function refundTimes({ refunds }: Payment): Record<string, string> | null {
  const times = (refunds ?? []).flatMap(({ id, status, finished_at: at }) =>
    status === 'SUCCEEDED' && at !== null && id.length <= ID_TEXT_MAX ? [[id, instant(at)]] : [],
  )
  return times.length === 0 ? null : Object.fromEntries(times)
}

/** Tables of the mirror, each with how an object becomes its row. */
export const mirrorTables: { readonly [Noun in MirrorNoun]: MirrorTable<MirrorObjects[Noun]> } = {
  payments: {
    table: 'dashboard.mirror_payment',
    schema: paymentSchema,
    endpoint: 'getPayment',
    wholeFields: ['refunds', 'dispute'],
    isFinal: ({ status }) => isFinal(paymentStates, status),
    columns: {
      status: ['text', ({ status }) => status],
      amount_minor: ['bigint', ({ amount, currency }) => minor(amount, currency)],
      currency: ['text', ({ currency }) => currency],
      payer_name: ['text', ({ payer }) => payer.name],
      payer_email: ['text', ({ payer }) => payer.email],
      customer_id: ['text', ({ customer_id }) => customer_id],
      link_id: ['text', ({ payment_link }) => payment_link?.id ?? null],
      link_title: ['text', ({ payment_link }) => payment_link?.title ?? null],
      settlement_id: ['text', ({ settlement_id }) => settlement_id],
      created_at: ['timestamptz', ({ created_at }) => instant(created_at)],
      refunded_minor: ['bigint', ({ refunded_amount, currency }) => minor(refunded_amount ?? 0, currency)],
      refund_times: ['jsonb', refundTimes],
      refunded_at: [
        'timestamptz',
        (payment) =>
          Object.values(refundTimes(payment) ?? {})
            .toSorted()
            .at(-1) ?? null,
      ],
      dispute_status: ['text', ({ dispute }) => dispute?.status ?? null],
      dispute_due_at: ['timestamptz', ({ dispute }) => instantOrNull(dispute?.evidence_due_at ?? null)],
    },
    silentFields: [
      'settlement_id',
      'description',
      'decline',
      'card',
      'approved_at',
      'fee_amount',
      'receipt_url',
      'refunded_amount',
      'refunds',
      'dispute',
    ],
    reportedStatuses: ['APPROVED', 'FAILED'],
    reportsNew: false,
    endsByItself: true,
  },
  links: {
    table: 'dashboard.mirror_link',
    schema: paymentLinkSchema,
    endpoint: 'getPaymentLink',
    isFinal: ({ status }) => isFinal(paymentLinkStates, status),
    columns: {
      title: ['text', ({ title }) => title],
      status: ['text', ({ status }) => status],
      amount_minor: ['bigint', ({ amount, currency }) => minor(amount, currency)],
      currency: ['text', ({ currency }) => currency],
      max_uses: ['integer', ({ max_uses }) => max_uses],
      paid_count: ['integer', ({ paid_count }) => paid_count],
      expires_at: ['timestamptz', ({ expires_at }) => instantOrNull(expires_at)],
      created_at: ['timestamptz', ({ created_at }) => instant(created_at)],
    },
    silentFields: ['paid_count', 'customer_id', 'open_count', 'last_opened_at'],
    reportedStatuses: ['COMPLETED'],
    reportsNew: false,
    endsByItself: true,
  },
  customers: {
    table: 'dashboard.mirror_customer',
    schema: customerSchema,
    endpoint: 'getCustomer',
    // Either state may follow the other: the newer response always wins.
    isFinal: () => false,
    columns: {
      name: ['text', ({ name }) => name],
      phone_digits: ['text', ({ phone }) => (phone === null ? null : digitsOf(phone) || null)],
      email: ['text', ({ email }) => email],
      status: ['text', ({ status }) => status],
      source: ['text', ({ source }) => source],
      external_ref: ['text', ({ external_ref }) => external_ref ?? null],
      card_last4: ['text', ({ card }) => card?.last4 ?? null],
      created_at: ['timestamptz', ({ created_at }) => instant(created_at)],
    },
    silentFields: [],
    reportedStatuses: [],
    reportsNew: true,
    endsByItself: false,
  },
  settlements: {
    table: 'dashboard.mirror_settlement',
    schema: settlementSchema,
    endpoint: 'getSettlement',
    isFinal: ({ status }) => isFinal(settlementStates, status),
    columns: {
      status: ['text', ({ status }) => status],
      currency: ['text', ({ currency }) => currency],
      gross_minor: ['bigint', ({ gross_amount, currency }) => minor(gross_amount, currency)],
      fee_minor: ['bigint', ({ fee_amount, currency }) => minor(fee_amount, currency)],
      net_minor: ['bigint', ({ net_amount, currency }) => minor(net_amount, currency)],
      payment_count: ['integer', ({ payment_count }) => payment_count],
      period_start: ['timestamptz', ({ period_start }) => instant(period_start)],
      period_end: ['timestamptz', ({ period_end }) => instant(period_end)],
      reference: ['text', ({ reference }) => reference ?? null],
      paid_at: ['timestamptz', ({ paid_at }) => instantOrNull(paid_at)],
      created_at: ['timestamptz', ({ created_at }) => instant(created_at)],
    },
    silentFields: ['debt_amount', 'refund_amount', 'dispute_amount', 'adjustments'],
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

export const mirrorNounOf: Readonly<Record<EventNoun, MirrorNoun>> = {
  payment: 'payments',
  payment_link: 'links',
  customer: 'customers',
  settlement: 'settlements',
}

const aboutPayment: readonly string[] = extensionEventKinds

/** Returns the key of an event's data that has its mirrored object; null for a kind that is not mirrored. */
export function mirroredKey(kind: string): EventNoun | null {
  if (isEventKind(kind)) return eventDataKeys[kind]
  return aboutPayment.includes(kind) ? 'payment' : null
}

/** Code points of a text in a column, which indexes repeat; the snapshot has it whole. */
const COLUMN_TEXT_MAX = 255

/**
 * Returns the row of an object. `raw` is the object as lists contain it, and that is what the mirror stores: the
 * schema's output would lose unknown fields. Throws RangeError for an amount that is too large.
 */
export function mirrorRow<Noun extends MirrorNoun>(
  noun: Noun,
  object: MirrorObjects[Noun],
  raw: unknown,
): MirrorRow {
  const { columns, isFinal }: MirrorTable<MirrorObjects[Noun]> = mirrorTables[noun]
  // Characters that Postgres refuses are removed from the snapshot and the columns alike.
  const clean = storableJson(object) as MirrorObjects[Noun]
  const cut = (value: Value) => (typeof value === 'string' ? shorten(value, COLUMN_TEXT_MAX) : value)
  return {
    id: clean.id,
    rank: isFinal(clean) ? 1 : 0,
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, [, value]]) => [name, cut(value(clean))]),
    ),
    snapshot: storableJson(raw),
  }
}

/** Returns an object as lists show it: a settlement's payments are only in its detail and in the payments' own rows. */
export function listedForm(noun: MirrorNoun, raw: unknown): unknown {
  if (noun !== 'settlements' || typeof raw !== 'object' || raw === null) return raw
  const { payments: _, ...listed } = { payments: null, ...raw }
  return listed
}
