export const VISA = '4242424242424242'
const MASTERCARD = '5555555555554444'
const AMEX = '378282246310005'
const NO_MONEY = '4000000000009995'
const NO_REASON = '4000000000000002'
const WRONG_CODE = '4000000000000101'
const ASKS_FOR_PAYER = '4000002500003155'
const LOST_AFTER_AUTHORIZATION = '4000000000000119'
const LOST_AFTER_CAPTURE = '4000000000000127'
const AUTHORIZED_THEN_LOST = '4000000000000259'
const CAPTURED_THEN_LOST = '4000000000000267'

/** Link of the shop. Days are counted back from now; negative ones are in the future. */
export interface LinkRow {
  title: string
  amount: number
  daysAgo: number
  /** Maximum number of payments; any number without it. */
  uses?: number
  /** Exact number of payments; the plan's are drawn among the links with a demand, by its weight. */
  paid?: number
  demand?: number
  endsDaysAgo?: number
  cancelledDaysAgo?: number
  /** Number of such links, one a week, numbered. */
  weeks?: number
}

/** Links in every state. The trial's amount is below its fee: a debt. */
export const links: readonly LinkRow[] = [
  { title: 'Trying out the card form', amount: 0.2, daysAgo: 93, uses: 1, paid: 1 },
  { title: 'House blend, 1 kg', amount: 24.9, daysAgo: 92, demand: 9 },
  { title: 'Croissants, box of 12', amount: 32.4, daysAgo: 91, demand: 10 },
  { title: 'Gift card', amount: 50, daysAgo: 88, demand: 4 },
  { title: 'Birthday cake', amount: 48, daysAgo: 87, demand: 6 },
  { title: 'Table for the brunch', amount: 10, daysAgo: 86, demand: 9 },
  { title: 'Apple cake, whole', amount: 29.5, daysAgo: 72, demand: 4, cancelledDaysAgo: 4 },
  { title: 'Baking with children', amount: 34.5, daysAgo: 57, uses: 10, paid: 9, endsDaysAgo: 40 },
  { title: 'Sourdough workshop', amount: 89, daysAgo: 45, uses: 12, paid: 12 },
  { title: 'Lunch for two', amount: 34, daysAgo: 33, demand: 6, endsDaysAgo: 2 },
  { title: 'Catering, gallery opening', amount: 2_150, daysAgo: 22, uses: 1, paid: 1 },
  { title: 'Catering, deposit', amount: 750, daysAgo: 18, uses: 1, cancelledDaysAgo: 15 },
  { title: 'Cheese and coffee', amount: 38, daysAgo: 17, uses: 12, paid: 7, endsDaysAgo: -8 },
  { title: 'Invoice 2231, Harlow & Finch', amount: 1_240, daysAgo: 12, uses: 1, paid: 1 },
  { title: 'Coffee tasting', amount: 28, daysAgo: 11, uses: 5, paid: 5 },
  { title: 'Invoice 2240, Northside Yoga', amount: 298, daysAgo: 8, uses: 1, endsDaysAgo: -1 },
  { title: 'Weekend box', amount: 44.5, daysAgo: 5, demand: 22, endsDaysAgo: -2, weeks: 12 },
  { title: 'Invoice 2245, Beacon Dental', amount: 612.5, daysAgo: 0.4, uses: 1, endsDaysAgo: -6 },
]

/** Card saved by customers, its expiry in months from now, and the share of customers with it, in percent. */
export type CardRow = readonly [card: string | null, months: number, share: number]
export const cards: readonly CardRow[] = [
  [VISA, 30, 37],
  [MASTERCARD, 18, 11],
  [AMEX, 41, 5],
  [VISA, 1, 4],
  [MASTERCARD, -1, 4],
  ['4000000000000341', 25, 1],
  [AUTHORIZED_THEN_LOST, 25, 1],
  [CAPTURED_THEN_LOST, 25, 1],
  [NO_MONEY, 25, 1],
  [ASKS_FOR_PAYER, 25, 1],
  [null, 0, 34],
]
/** Last digits of the saved cards that no drawn charge uses. */
export const RESERVED = ['0259', '0267', '9995', '3155']

/** One kind of payment; whatever it leaves out is drawn. */
export interface Row {
  /** Payer of a link, charge of a customer's saved card, or a link that is sent to a customer. */
  via: 'link' | 'card' | 'request'
  /** Number per thousand payments, at least one, at drawn times; or the exact ages. */
  share?: number
  minutesAgo?: readonly number[]
  /** Test card of the payer, or the saved card of the customer; null for one without. */
  card?: string | null
  /** Event that follows: the payer's at the bank, a round of the reconciler, or a payment by another card. */
  after?: 'confirms' | 'refuses' | 'leaves' | 'waits' | 'reconciled' | 'again'
  /** Minutes until the link of a request is paid. */
  paidAfter?: number
  /** True for a charge in the dashboard; the merchant's system makes the others. */
  byMember?: boolean
  key?: string
  amount?: number
  description?: string
  isUnsent?: boolean
  /** State in which the member closed the case. */
  closed?: 'PAID' | 'RELEASED'
  /** Key of the charge that this one replaced. */
  replaces?: string
}

const cake = { amount: 48, description: 'Order 10111: birthday cake', card: NO_MONEY }
const pastries = { amount: 74.4, description: 'Order 10113: 24 croissants', card: CAPTURED_THEN_LOST }
const quiche = { amount: 34, description: 'Order 10114: 1 quiche', card: AUTHORIZED_THEN_LOST }
const beans = { amount: 49.8, description: 'Order 10115: 2 kilos of house blend', card: AMEX }
const party = { amount: 62, description: 'Order 10117: 20 croissants', card: AUTHORIZED_THEN_LOST }

/** Returns a member's charge of a saved card, unless `more` changes it. */
function desk(key: string, minutesAgo: number, more: Partial<Row>): Row {
  return { via: 'card', key, minutesAgo: [minutesAgo], byMember: true, ...more }
}

/** Payments in every state, and charges by members in every state that the charge desk shows. */
export const rows: readonly Row[] = [
  { via: 'link', card: VISA, share: 340 },
  { via: 'link', card: MASTERCARD, share: 160 },
  { via: 'link', card: AMEX, share: 60 },
  { via: 'link', card: VISA, minutesAgo: [8, 27, 56, 101, 166] },
  { via: 'link', card: ASKS_FOR_PAYER, after: 'waits', minutesAgo: [4, 12] },
  { via: 'link', card: ASKS_FOR_PAYER, after: 'confirms', share: 8 },
  { via: 'link', card: ASKS_FOR_PAYER, after: 'refuses', share: 4 },
  { via: 'link', card: ASKS_FOR_PAYER, after: 'leaves', share: 4 },
  { via: 'link', card: LOST_AFTER_AUTHORIZATION, after: 'reconciled', share: 5 },
  { via: 'link', card: LOST_AFTER_CAPTURE, after: 'reconciled', share: 1 },
  { via: 'link', card: NO_MONEY, after: 'again', share: 18 },
  { via: 'link', card: NO_MONEY, share: 28 },
  { via: 'link', card: NO_REASON, after: 'again', share: 14 },
  { via: 'link', card: NO_REASON, minutesAgo: [73] },
  { via: 'link', card: WRONG_CODE, after: 'again', share: 12 },
  { via: 'link', card: '4000000000000069', share: 9 },
  { via: 'link', card: '4100000000000019', share: 4 },
  { via: 'link', card: '4000000000000408', share: 4 },
  { via: 'card', share: 240 },
  { via: 'card', share: 45, byMember: true },
  { via: 'request', share: 4, paidAfter: 50, byMember: true },
  { via: 'request', share: 2, byMember: true },
  desk('desk-0-0', 120, cake),
  desk('desk-0-1', 119, { ...cake, via: 'request', replaces: 'desk-0-0', paidAfter: 8 }),
  desk('desk-1-0', 180, { amount: 116, description: 'Order 10112: 2 platters', card: ASKS_FOR_PAYER }),
  desk('desk-2-0', 1_560, { ...pastries, after: 'reconciled', closed: 'PAID' }),
  desk('desk-3-0', 1_680, { ...quiche, after: 'reconciled', closed: 'RELEASED' }),
  desk('desk-3-1', 1_677, { ...quiche, via: 'request', replaces: 'desk-3-0', paidAfter: 30 }),
  desk('desk-4-0', 1_800, { ...beans, isUnsent: true }),
  desk('desk-4-1', 1_799, { ...beans, via: 'request', replaces: 'desk-4-0' }),
  desk('desk-5-0', 300, { amount: 26.7, description: 'Order 10116: 3 loaves', card: null }),
  desk('order-10117', 25, { ...party, after: 'reconciled' }),
]

const FIRST_NAMES =
  'Emma|Carlos|Mei|Priya|Amara|Chloé|Noah|Sofía|Kenji|Omar|Kwame|Lukas|Olivia|Diego|Linh|Leila|Imani|Giulia|Liam|Ximena|Min-ji|Arjun|Grace|Björn|Ana María'
const LAST_NAMES =
  'Bennett|García|Chen|Patel|Okafor|Müller|Walsh|Núñez|Tanaka|Haddad|Mensah|Rossi|O’Connor|De la Cruz|Nguyen|Sharma|Diallo|Kowalski|Reed|Morales|Kim|Khan|Foster|Lindqvist'
/** Number of different people: 25 × 24, which have no common divisor. */
export const PEOPLE = 600

/** Returns a fictional person, another one for each index below PEOPLE. */
export function person(index: number): { name: string; email: string | null; phone: string } {
  const name = `${FIRST_NAMES.split('|')[index % 25]} ${LAST_NAMES.split('|')[index % 24]}`
  const mailbox = name.normalize('NFKD').replace(/[^A-Za-z]/g, '')
  const phone = `+1 ${[202, 212, 305, 312, 404, 415][index % 6]} 555 0${100 + Math.floor(index / 6)}`
  return { name, email: index % 9 === 2 ? null : `${mailbox.toLowerCase()}@example.com`, phone }
}
