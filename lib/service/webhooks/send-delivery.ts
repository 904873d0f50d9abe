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
import { secretAad, signingSecrets } from './endpoint-row'

/** Response headers whose values are credentials. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(['set-cookie', 'authorization', 'proxy-authenticate'])

/** Result of one attempt. `errorClass` is null if the response was 2xx. */
export interface Attempt {
  attemptedAt: Date
  durationMs: number
  answerStatus: number | null
  errorClass: string | null
  /** First 2 KiB of the response, as text. */
  answerHead: string | null
  /** The sent Service-Signature header. */
  signature: string | null
  /** Headers of the response, within the limits and without the values of credentials. */
  answerHeaders: Record<string, string> | null
}

export interface Sender {
  http: OutboundHttp
  keyring: Keyring
  now(): Date
}

/** Sends a delivery once, with a fresh signature. Never throws; `cancelled` if `signal` stopped it. */
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
  const aad = secretAad({ accountId: delivery.account_id, id: delivery.endpoint_id })
  try {
    return signingSecrets(delivery, now).map((sealed) => keyring.open(sealed, aad))
  } catch {
    return null
  }
}

/** Returns the first headers within the limits; the value that exceeds them is cut. */
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

/** Converts bytes to text: Postgres refuses NUL; invalid UTF-8 becomes a replacement character. */
function asText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\uFFFD')
}
