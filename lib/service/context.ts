import type { Handle } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'

/** Actor of an action, written into audit rows as `kind:id`. */
export type Actor =
  | { kind: 'api_key'; id: string }
  | { kind: 'member'; id: string }
  | { kind: 'payer' }
  | { kind: 'operator' }
  | { kind: 'worker' }

/** Public addresses that start every external link (WEB_URL, API_URL), without a trailing slash. */
export interface PublicUrls {
  web: string
  api: string
}

/** First argument of every verb of the service: one account, the actor, the database bound to the account, the time. */
export interface ServiceContext {
  accountId: string
  actor: Actor
  /** Handle under the role `checkout_service`, tenant = accountId. */
  db: Handle
  now(): Date
  log: Log
  urls: PublicUrls
}
