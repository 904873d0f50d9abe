import type { Handle } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'

/** Who acts. Written into audit rows as `kind:id`. */
export type Actor =
  | { kind: 'api_key'; id: string }
  | { kind: 'member'; id: string }
  | { kind: 'payer' }
  | { kind: 'operator' }
  | { kind: 'worker' }

/** The public addresses that build every link that leaves the house (WEB_URL, API_URL), without a slash at the end. */
export interface PublicUrls {
  web: string
  api: string
}

/** What every verb of the service takes first: one account, who acts, the database bound to that account, the time. */
export interface ServiceContext {
  accountId: string
  actor: Actor
  /** Role `checkout_service`, tenant = accountId. */
  db: Handle
  now(): Date
  log: Log
  urls: PublicUrls
}
