import { v7 } from 'uuid'

/** Every kind of id and its prefix. Ids are opaque to clients; the prefix is for people who read logs. */
export const idPrefixes = {
  account: 'acct',
  paymentLink: 'pl',
  payment: 'pay',
  refund: 'ref',
  dispute: 'dsp',
  disputeFile: 'dsf',
  customer: 'cus',
  settlement: 'set',
  event: 'evt',
  webhookEndpoint: 'we',
  webhookDelivery: 'whd',
  apiKey: 'key',
  request: 'req',
  bankAccount: 'ba',
  connection: 'conn',
  user: 'user',
  team: 'team',
  mailedLink: 'ml',
  session: 'ses',
  passkey: 'psk',
  signingSecret: 'ssec',
  audit: 'aud',
  chargeAttempt: 'chg',
  shareTrace: 'shr',
  savedView: 'view',
  export: 'exp',
  syncRun: 'sync',
  retryRun: 'run',
  message: 'msg',
} as const

export type IdPrefix = (typeof idPrefixes)[keyof typeof idPrefixes]

export const ID_PATTERN = `(?:${Object.values(idPrefixes).join('|')})_[0-9a-f]{32}`
const WHOLE_ID = new RegExp(`^${ID_PATTERN}$`)

/** Returns whether a text has the format of an id of this service. */
export function isId(text: string): boolean {
  return WHOLE_ID.test(text)
}

// UUIDv7 stores the instant in 48 bits of milliseconds.
const LARGEST_INSTANT_MS = 2 ** 48 - 1

/** Returns a new id: prefix, `_` and a version 7 UUID of `now`. Throws RangeError for an invalid instant. */
export function newId(prefix: IdPrefix, now: Date): string {
  const msecs = now.getTime()
  if (!(msecs >= 0 && msecs <= LARGEST_INSTANT_MS)) throw new RangeError('newId needs an instant after 1970')
  return `${prefix}_${v7({ msecs }).replaceAll('-', '')}`
}

/** Returns the lower bound of the ids that `newId` makes from `instant` on: every earlier one sorts before it. */
export function firstIdAt(prefix: IdPrefix, instant: Date): string {
  return `${prefix}_${Math.max(0, instant.getTime()).toString(16).padStart(12, '0')}`
}
