import { DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER, WEBHOOK_USER_AGENT } from '@/lib/contract/headers'
import { WEBHOOK_ANSWER_BYTES_MAX } from '@/lib/contract/limits'
import { signatureHeader } from '@/lib/contract/signature'
import type { OutboundHttp } from '@/lib/platform/outbound-http'
import type { Keyring } from '@/lib/platform/secrets'
import type { ClaimedDelivery } from './claim-deliveries'
import { secretPlace } from './endpoint-row'

/** What one attempt came to. `errorClass` is null when the receiver answered 2xx. */
export interface Attempt {
  attemptedAt: Date
  durationMs: number
  answerStatus: number | null
  errorClass: string | null
  /** The answer's first 2 KiB, as text. */
  answerHead: string | null
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
  const place = secretPlace({ accountId: delivery.account_id, id: delivery.endpoint_id })
  const secret = openOrNull(keyring, delivery.secret_sealed, place)
  if (secret === null) {
    return {
      attemptedAt,
      durationMs: 0,
      answerStatus: null,
      errorClass: 'secret_unreadable',
      answerHead: null,
    }
  }
  const body = Buffer.from(delivery.body, 'utf8')
  const result = await http.request({
    url: delivery.url,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': WEBHOOK_USER_AGENT,
      [EVENT_HEADER]: delivery.kind,
      [DELIVERY_HEADER]: delivery.id,
      [SIGNATURE_HEADER]: signatureHeader([secret], Math.floor(attemptedAt.getTime() / 1_000), body),
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
  }
}

function openOrNull(...[keyring, sealed, place]: [Keyring, ...Parameters<Keyring['open']>]): string | null {
  try {
    return keyring.open(sealed, place)
  } catch {
    return null
  }
}

function statusClass(status: number | null): string | null {
  if (status !== null && status >= 200 && status < 300) return null
  return status === null ? 'closed' : `http_${Math.floor(status / 100)}xx`
}

/** Postgres refuses NUL; anything else that is not UTF-8 shows as a replacement character. */
function asText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\uFFFD')
}
