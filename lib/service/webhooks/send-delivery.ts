import { DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER, WEBHOOK_USER_AGENT } from '@/lib/contract/headers'
import {
  WEBHOOK_ANSWER_BYTES_MAX,
  WEBHOOK_ANSWER_HEADER_BYTES_MAX,
  WEBHOOK_ANSWER_HEADERS_MAX,
} from '@/lib/contract/limits'
import { signatureHeader } from '@/lib/contract/signature'
import type { OutboundHttp, OutboundResult } from '@/lib/platform/outbound-http'
import type { Keyring } from '@/lib/platform/secrets'
import type { ClaimedDelivery } from './claim-deliveries'
import { secretPlace } from './endpoint-row'
import { signingSecrets } from './signing-secrets'

/** Answer headers whose values are credentials. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(['set-cookie', 'authorization', 'proxy-authenticate'])

/** What one attempt came to. `errorClass` is null when the receiver answered 2xx. */
export interface Attempt {
  attemptedAt: Date
  durationMs: number
  answerStatus: number | null
  errorClass: string | null
  /** The answer's first 2 KiB, as text. */
  answerHead: string | null
  /** The Service-Signature header that was sent. */
  signature: string | null
  /** The answer's headers: as many as the limits allow, without the values of credentials. */
  answerHeaders: Record<string, string> | null
}

export interface Sender {
  http: OutboundHttp
  keyring: Keyring
  now(): Date
}

/** Sends a delivery once, signed afresh (contract: Delivery). Never throws; `cancelled` when `signal` stopped it. */
export async function sendDelivery(
  { http, keyring, now }: Sender,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const attemptedAt = now()
  const secrets = openOrNull(keyring, delivery, attemptedAt)
  const unsent = { attemptedAt, durationMs: 0, answerStatus: null, answerHead: null, answerHeaders: null }
  if (secrets === null) return { ...unsent, errorClass: 'secret_unreadable', signature: null }
  const body = Buffer.from(delivery.body, 'utf8')
  const signature = signatureHeader(secrets, Math.floor(attemptedAt.getTime() / 1_000), body)
  const result = await http.request({
    url: delivery.url,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': WEBHOOK_USER_AGENT,
      [EVENT_HEADER]: delivery.kind,
      [DELIVERY_HEADER]: delivery.id,
      [SIGNATURE_HEADER]: signature,
    },
    body,
    bodyBytesMax: WEBHOOK_ANSWER_BYTES_MAX,
    signal,
  })
  return {
    attemptedAt,
    durationMs: result.durationMs,
    answerStatus: result.status,
    errorClass: result.error ?? statusClass(result.status),
    answerHead: result.status === null ? null : asText(result.body),
    signature,
    answerHeaders: result.status === null ? null : keptHeaders(result.headers),
  }
}

function openOrNull(keyring: Keyring, delivery: ClaimedDelivery, now: Date): string[] | null {
  const place = secretPlace({ accountId: delivery.account_id, id: delivery.endpoint_id })
  try {
    return signingSecrets(delivery, now).map((sealed) => keyring.open(sealed, place))
  } catch {
    return null
  }
}

/** The first headers within the limits; a value that no longer fits is cut. */
function keptHeaders(headers: OutboundResult['headers']): Record<string, string> {
  const kept: Record<string, string> = {}
  let left = WEBHOOK_ANSWER_HEADER_BYTES_MAX
  for (const [name, value] of Object.entries(headers).slice(0, WEBHOOK_ANSWER_HEADERS_MAX)) {
    left -= name.length
    if (value === undefined || left <= 0) continue
    const text = SECRET_HEADERS.has(name) ? '' : String(value).slice(0, left).replaceAll('\0', '\uFFFD')
    kept[name] = text
    left -= text.length
  }
  return kept
}

function statusClass(status: number | null): string | null {
  if (status !== null && status >= 200 && status < 300) return null
  return status === null ? 'closed' : `http_${Math.floor(status / 100)}xx`
}

/** Postgres refuses NUL; anything else that is not UTF-8 shows as a replacement character. */
function asText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\uFFFD')
}
