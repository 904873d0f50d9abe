import {
  LIST_LIMIT_DEFAULT,
  METADATA_BYTES_MAX,
  METADATA_KEY_MAX,
  METADATA_KEYS_MAX,
  QUERY_TEXT_MAX,
} from '@/lib/contract/limits'
import { activationStatuses } from '@/lib/contract/states'
import { AMOUNT_MAX_MINOR } from '@/lib/domain/money'
import { PHONE_DIGITS_MAX, PHONE_DIGITS_MIN } from '@/lib/domain/phone'
import type { JsonSchema } from './json-schema'

/** Note on a field: a description, optionally with keywords that zod cannot express. */
type Note = string | ({ description: string } & JsonSchema)
type Notes = Readonly<Record<string, Note>>

const ID = 'Opaque: assume neither format nor length.'
const CREATED = 'When it was created.'
const CURRENCY = 'Currency code (ISO 4217) of the account.'
const MONEY = 'In major units of the currency, such as 120.50.'

const list = (what: string): Notes => ({
  object: 'Always `list`.',
  data: `A page of ${what}, newest first (\`created_at\`, then \`id\`, both descending).`,
  has_more: 'Whether there is a next page.',
  next_cursor: 'Pass it as `starting_after` to get the next page; null on the last one.',
})

const inFull = (count: number, decimals = 0) =>
  count.toLocaleString('en', { minimumFractionDigits: decimals })

// The upper bound is in minor units, so no `maximum` in major units holds for every currency.
const sentAmount: Note = {
  description: `In major units of the account’s currency, with no more decimals than it has (ISO 4217): never rounded, else 400. At least one minor unit, at most ${inFull(AMOUNT_MAX_MINOR)} minor units: ${inFull(AMOUNT_MAX_MINOR / 100, 2)} in a currency of two decimals.`,
  exclusiveMinimum: 0,
}

const sentPhone: Note = {
  description: `Any spelling with ${PHONE_DIGITS_MIN} to ${PHONE_DIGITS_MAX} digits. Answered as sent; unique within the account by its E.164 form.`,
  pattern: `^(\\D*\\d){${PHONE_DIGITS_MIN},${PHONE_DIGITS_MAX}}\\D*$`,
}

const TRIMMED = 'Trimmed; lengths count Unicode characters after trimming.'

/** Notes on every field of every schema of the document, by the schema's name; dots lead into nested objects. */
export const fieldNotes: Readonly<Record<string, Notes>> = {
  Account: {
    object: 'Always `account`.',
    id: ID,
    name: 'Name that payers see.',
    slug: 'Name of the account in its public addresses.',
    legal_name: 'Registered name.',
    tax_id: 'Tax number.',
    type: 'Kind of merchant, null while unknown.',
    status: 'TRIAL → ACTIVE; ACTIVE ⇄ SUSPENDED; any → CLOSED, which is final.',
    activation_status: `How far the review of the account is: ${activationStatuses.map((it) => `\`${it}\``).join(', ')}.`,
    charges_enabled: 'Without it every call with the key is answered 403 `charges_disabled`.',
    contact_email: 'Where the merchant is reached.',
    contact_phone: 'Where the merchant is reached.',
    currency: CURRENCY,
    timezone: 'IANA time zone of the account; settlements close its days.',
    created_at: CREATED,
    country: 'Country (ISO 3166 alpha-2): phones without a country code are read as its own.',
    sign_up_url: 'Public page where the merchant’s customers register themselves.',
    test_mode: 'Whether this deployment runs the test bank: no real money moves.',
    settlement_schedule: 'How often a settlement is generated: `daily` or `weekly`.',
  },
  PaymentLink: {
    object: 'Always `payment_link`.',
    id: ID,
    url: 'Where to send the payer.',
    title: 'What the payer sees first.',
    description: 'More about what is paid.',
    amount: MONEY,
    currency: CURRENCY,
    status: 'COMPLETED and CANCELLED are final. A link past `expires_at` stays ACTIVE and refuses payers.',
    max_uses: 'How many payments it takes; null = unlimited.',
    paid_count: 'Approved payments; never more than `max_uses`.',
    expires_at: 'From this instant on it takes no payment; null = never.',
    metadata: 'Yours, kept as sent.',
    created_at: CREATED,
    customer_id: 'The customer that a charge made this link for.',
    open_count: 'How often payers had the page open, once per browser and day.',
    last_opened_at: 'When a payer last had the page open.',
  },
  Payment: {
    object: 'Always `payment`.',
    id: ID,
    amount: MONEY,
    currency: CURRENCY,
    status:
      'PENDING → APPROVED (collected), FAILED (rejected), VOIDED (authorised, then annulled: no charge) or TIMEOUT (expired). All four are final.',
    payer: 'Who paid or tried to.',
    'payer.name': 'As typed by the payer, or the customer’s.',
    'payer.email': 'Empty when the payer gave none.',
    customer_id: 'The customer who was charged.',
    payment_link: 'The link that was paid; null for a saved card’s charge.',
    'payment_link.id': ID,
    'payment_link.title': 'Title of the link.',
    'payment_link.url': 'Address of the link.',
    authorization_code: 'The bank’s code, once approved.',
    processor_reference: 'Reference at the payment processor.',
    settlement_id: 'The settlement that paid it out.',
    created_at: 'When the attempt began. One payment is one attempt.',
    description: 'Description of the charge.',
    decline: 'Why the bank rejected it, for the merchant only.',
    'decline.code': 'The bank’s reason.',
    'decline.advice': 'What to do next.',
    card: 'The card that was used.',
    'card.brand': 'Such as `visa`.',
    'card.last4': 'Its last four digits.',
    approved_at: 'When the money was collected.',
    fee_amount: `The service’s fee. ${MONEY}`,
    receipt_url: 'The payer’s receipt.',
  },
  Customer: {
    object: 'Always `customer`.',
    id: ID,
    name: 'Name of the customer.',
    phone: 'As it was sent. The identity of the customer, unique within the account.',
    email: 'Unique within the account, upper and lower case being the same.',
    status: 'ACTIVE ⇄ ARCHIVED. An archived customer keeps phone and e-mail and cannot be charged.',
    source: 'MERCHANT: by this API or the dashboard. SELF: by the public sign-up page.',
    notes: 'The merchant’s own.',
    external_ref: 'The customer’s id in the merchant’s own system.',
    card: 'The saved card; null when there is none.',
    'card.brand': 'Such as `visa`.',
    'card.last4': 'Its last four digits.',
    'card.expiry': '`MM/YY`, valid to the end of that month.',
    created_at: CREATED,
  },
  Charge: {
    object: 'Always `charge`.',
    customer_id: 'The customer who is charged.',
    amount: MONEY,
    currency: CURRENCY,
    paid: 'True: the saved card was charged. False: the customer has a link to pay.',
    payment_id: 'The payment of a saved card’s charge.',
    payment_url: 'Where to send the customer.',
    payment_link: 'The link made for the customer.',
  },
  Settlement: {
    object: 'Always `settlement`.',
    id: ID,
    status: 'PENDING (the transfer is on its way) → PAID. DEBT: net ≤ 0, nothing is transferred.',
    currency: CURRENCY,
    gross_amount: `Sum of the payments. ${MONEY}`,
    fee_amount: `Sum of their fees. ${MONEY}`,
    net_amount: '`gross_amount − fee_amount − debt_amount`.',
    payment_count: 'How many payments it holds.',
    period_start: 'Start of the period, inclusive.',
    period_end: 'End of the period, exclusive.',
    bank_account: 'Where the money goes.',
    'bank_account.bank_name': 'Name of the bank.',
    'bank_account.account_last4': 'Last four digits of the account.',
    reference: 'Reference of the transfer.',
    paid_at: 'When the transfer left.',
    created_at: CREATED,
    payments: 'Only in the answer for one settlement.',
    'payments.id': ID,
    'payments.amount': MONEY,
    'payments.payer_name': 'Who paid.',
    'payments.created_at': 'When the payment began.',
    debt_amount: 'What an earlier DEBT took off. In major units.',
  },
  Balance: {
    object: 'Always `balance`.',
    currency: CURRENCY,
    available: 'Collected money not yet settled.',
    'available.payment_count': 'How many payments.',
    'available.gross_amount': MONEY,
    'available.fee_amount': MONEY,
    'available.net_amount': MONEY,
    'available.debt_amount': 'Debt that the next settlement takes off. In major units.',
    in_transit: 'Net of the PENDING settlements. In major units.',
    paid_out: 'Net of the PAID settlements. In major units.',
    fee_schedule: 'What a payment costs.',
    'fee_schedule.percent': 'Percentage points: 2.9 is 2.9 %.',
    'fee_schedule.fixed': 'Major units per approved payment.',
  },
  PaymentLinkList: list('payment links'),
  PaymentList: list('payments'),
  CustomerList: list('customers'),
  SettlementList: list('settlements'),
  Event: {
    event: 'Kind of the event. Ignore kinds that you do not know.',
    created_at: 'When it happened.',
    data: 'One key, named after the noun, with the full object as the API answers it.',
    test: 'True for an event that somebody sent to try an endpoint out: log it, apply nothing.',
  },
  CreatePaymentLinkBody: {
    title: TRIMMED,
    amount: sentAmount,
    description: TRIMMED,
    max_uses: 'Left out = a single use; null = unlimited.',
    expires_at: 'In the future, with a zone offset.',
    metadata: {
      description: `At most ${METADATA_KEYS_MAX} keys of 1 to ${METADATA_KEY_MAX} characters, any JSON values, ${METADATA_BYTES_MAX / 1024} KiB serialised.`,
      maxProperties: METADATA_KEYS_MAX,
      propertyNames: { minLength: 1, maxLength: METADATA_KEY_MAX },
    },
  },
  CreateCustomerBody: {
    name: TRIMMED,
    phone: sentPhone,
    email: 'Unique within the account, upper and lower case being the same.',
    notes: TRIMMED,
    external_ref: `The customer’s id in your own system. ${TRIMMED}`,
  },
  UpdateCustomerBody: {
    name: TRIMMED,
    phone: sentPhone,
    email: 'Null removes it.',
    notes: 'Null removes them.',
    status: 'ARCHIVED archives, ACTIVE restores.',
  },
  CreateChargeBody: {
    amount: sentAmount,
    description: `${TRIMMED} A link made by the charge has it as its title.`,
    use_saved_card: 'True charges the saved card now; false makes a payment link for the customer.',
  },
}

/** Notes on query parameters by name; they are the same for every list. */
export const queryNotes: Notes = {
  limit: { description: 'Rows per page.', default: LIST_LIMIT_DEFAULT },
  starting_after: 'The `next_cursor` of the previous page of this same list.',
  created_after: 'Created at this instant or later (`>=`). A zone offset is required.',
  created_before: 'Created before this instant (`<`), so that adjacent windows tile.',
  status: 'Only this status.',
  payment_link_id: 'Only payments of this link.',
  customer_id: 'Only payments of this customer.',
  phone: {
    description: 'Exact look-up, in any spelling of the number.',
    minLength: 1,
    maxLength: QUERY_TEXT_MAX,
  },
  email: 'Exact look-up, upper and lower case being the same.',
  external_ref: 'Exact look-up.',
}
