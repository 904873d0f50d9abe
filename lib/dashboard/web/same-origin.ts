import { Refusal } from '@/lib/dashboard/refusal'
import type { Log } from '@/lib/platform/log'

/** Length of a logged origin; a longer one is no browser's. */
const ORIGIN_MAX = 200

/**
 * Throws Refusal `foreign_origin` unless the request's Origin is the app's own, and logs both. Unlike Next, it refuses a
 * request without an Origin.
 */
export function requireOwnOrigin(
  headers: Headers,
  { env, log }: { env: { WEB_URL: string }; log: Log },
): void {
  const origin = headers.get('origin')
  const own = new URL(env.WEB_URL).origin
  if (origin === own) return
  log.warn(
    { origin: origin?.slice(0, ORIGIN_MAX) ?? null, webUrl: own },
    'a request was refused because its origin is not that of WEB_URL',
  )
  throw new Refusal('foreign_origin')
}
