import type { z } from 'zod'
import {
  type BodyOf,
  type EndpointName,
  endpoints,
  pathOf,
  type QueryOf,
  queryText,
  type ResponseOf,
} from '@/lib/contract/endpoints'
import { errorBodySchema } from '@/lib/contract/errors'
import {
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENT_REPLAY_HEADER,
  RATE_LIMIT_HEADER,
  RATE_RESET_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from '@/lib/contract/headers'
import { parsedJson } from '@/lib/domain/parsed-json'
import { shorten } from '@/lib/domain/text'
import type { OutboundHttp, OutboundResult } from '@/lib/platform/outbound-http'
import { jsonBytes, shortenedEntries, toStorable } from './bounded-json'
import type { HostClock } from './host-clock'
import {
  AccountDisconnected,
  ContractMismatch,
  HostRefused,
  HostUnreachable,
  isHostError,
  ResponseTooLarge,
} from './host-errors'
import type { CallPause } from './rate-limit-pause'

/** Longest response that is read; a hundred links with all possible metadata are shorter. */
const ANSWER_BYTES_MAX = 8 * 1_024 * 1_024
/** Longest responses that are stored beside their connection and read at every request of it; they have no metadata. */
const answerBytesMax: Readonly<Partial<Record<EndpointName, number>>> = {
  getAccount: 8 * 1_024,
  getBalance: 8 * 1_024,
}
/** Code points of a host's message, which is stored with the object that it ended. */
const MESSAGE_TEXT_MAX = 500
/** Details of a refusal; longer ones keep their first short fields. */
const DETAILS_BYTES_MAX = 8 * 1_024
const RETRY_AFTER_MAX_S = 1_000_000
const REQUEST_ID_TEXT_MAX = 100
/**
 * Length of our own codes. Codes are stored with the object that they ended and sent to open pages, so longer ones are
 * cut.
 */
const CODE_TEXT_MAX = 100

/** Input of a call besides its endpoint: the id in its path, its query, its body. */
export type CallInput<Name extends EndpointName> = {
  id?: string
  query?: QueryOf<Name>
  body?: BodyOf<Name>
  /** Bytes of a file in place of a JSON body. */
  bytes?: Uint8Array
  /** Key of the request (contract: idempotency rules). */
  idempotencyKey?: string
  signal?: AbortSignal
}

export interface HostResponse<Data> {
  /** Response as parsed by the contract's schema; unknown fields are kept. */
  data: Data
  /** Response as received, for the mirror. */
  raw: unknown
  /** Time of the request by the host's clock (decisions: event order on the receiving side). */
  at: Date
  requestId: string | null
  /** True if the host repeated a stored response to the same key. */
  isReplay: boolean
}

export interface ContractClientOptions {
  http: Pick<OutboundHttp, 'request'>
  /** Base URL without a trailing slash. */
  baseUrl: string
  /** API key; null for a disconnected account, which is never called. */
  apiKey: string | null
  now: () => Date
  /** Shared pause of the connection's calls; a client without a connection has none. */
  pause?: CallPause
  /** Clock of the connection's host; a client without a connection has none. */
  clock?: HostClock
}

/** Calls any host of the contract with one merchant's key. */
export class ContractClient {
  readonly #options: ContractClientOptions
  #rate: AdvertisedRate | null = null
  /** Time of the last call, by the process's own clock. */
  #sentAt: number | null = null
  /** Length of the last response. */
  #bytes = 0

  constructor(options: ContractClientOptions) {
    this.#options = options
  }

  /**
   * The same client, whose calls neither wait for the connection's pause nor change it: a refusal of a path that the host
   * may not have is no evidence about the others.
   */
  get withoutPause(): ContractClient {
    const { pause: _, ...options } = this.#options
    return new ContractClient(options)
  }

  /**
   * Calls one endpoint (contract: Endpoints). Throws HostRefused (the host's error, with its request id), HostUnreachable
   * (no response), AccountDisconnected, or ContractMismatch (a response that violates the contract; ResponseTooLarge: above
   * the cap). A background call throws CallsPaused.
   */
  call<Name extends EndpointName>(name: Name, input: CallInput<Name> = {}) {
    // The schema is this endpoint's own, which the type checker cannot follow through the table.
    return this.callAs(name, endpoints[name].response as z.ZodType as z.ZodType<ResponseOf<Name>>, input)
  }

  /** Calls one endpoint as `call` does, and parses its response with another schema. */
  async callAs<Name extends EndpointName, Data>(
    name: Name,
    schema: z.ZodType<Data>,
    input: CallInput<Name> = {},
  ): Promise<HostResponse<Data>> {
    const { pause, clock, now } = this.#options
    await pause?.beforeCall()
    const leftAt = now()
    try {
      const answer = await this.#send(name, schema, input)
      await clock?.read(answer.at, leftAt)
      await pause?.afterAnswer()
      return answer
    } catch (error) {
      // A response in another format may be a proxy's, with the proxy's clock.
      if (error instanceof HostRefused) await clock?.read(error.at, leftAt)
      // A disconnected account's call was never sent.
      if (isHostError(error) && !(error instanceof AccountDisconnected)) await pause?.afterFailure(error)
      throw error
    }
  }

  /**
   * Returns the time in milliseconds until the connection's share of the host's rate, and the length of its last
   * response, allow a background call.
   */
  get waitMs(): number {
    if (this.#sentAt === null) return 0
    return Math.max(0, this.#sentAt + callIntervalMs(this.#rate, this.#bytes) - performance.now())
  }

  async #send<Name extends EndpointName, Data>(name: Name, schema: z.ZodType<Data>, input: CallInput<Name>) {
    const { http, baseUrl, apiKey } = this.#options
    if (apiKey === null) throw new AccountDisconnected()
    const endpoint = endpoints[name]
    const url = baseUrl + pathOf(name, input.id) + queryText(input.query ?? null)
    this.#sentAt = performance.now()
    const result = await http.request({
      url,
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${apiKey}`,
        ...(input.body ? { 'content-type': 'application/json' } : {}),
        ...(input.bytes ? { 'content-type': 'application/octet-stream' } : {}),
        ...(input.idempotencyKey ? { [IDEMPOTENCY_KEY_HEADER]: input.idempotencyKey } : {}),
      },
      ...(input.body ? { body: JSON.stringify(input.body) } : {}),
      ...(input.bytes ? { body: input.bytes } : {}),
      bodyBytesMax: ANSWER_BYTES_MAX,
      ...(input.signal ? { signal: input.signal } : {}),
    })
    this.#bytes = result.body.length
    const limit = headerOf(result, RATE_LIMIT_HEADER)
    this.#rate = advertisedRate({ limit, reset: headerOf(result, RATE_RESET_HEADER) }, this.#rate)
    if (result.status === null) throw new HostUnreachable(result.error ?? 'protocol')
    const requestId = headerOf(result, REQUEST_ID_HEADER)?.slice(0, REQUEST_ID_TEXT_MAX) ?? null
    const raw = result.cut ? undefined : parsedJson(result.body.toString('utf8'))
    const at = leftAt(result, this.#options.now())
    if (result.status !== endpoint.successStatus) throw refusal(result, raw, { name, requestId, at })
    const bytesMax = answerBytesMax[name] ?? ANSWER_BYTES_MAX
    if (result.cut || result.body.length > bytesMax)
      throw new ResponseTooLarge(result.status, name, requestId)
    const parsed = schema.safeParse(raw)
    if (!parsed.success) throw new ContractMismatch(result.status, name, requestId, { raw, at })
    return { data: parsed.data, raw, at, requestId, isReplay: isReplay(result) }
  }
}

interface FailedCall {
  name: EndpointName
  requestId: string | null
  at: Date
}

function refusal(result: OutboundResult, raw: unknown, { name, requestId, at }: FailedCall) {
  const status = result.status ?? 0
  const body = errorBodySchema.safeParse(raw)
  const retryAfterS = retryAfterOf(result)
  if (status < 400 || !body.success) return new ContractMismatch(status, name, requestId, null, retryAfterS)
  const { type, code, message, details } = body.data.error
  const bodyRequestId = typeof details.request_id === 'string' ? details.request_id : null
  const word = toStorable(code).slice(0, CODE_TEXT_MAX)
  return new HostRefused(
    status,
    type,
    word,
    shorten(message, MESSAGE_TEXT_MAX),
    jsonBytes(details) > DETAILS_BYTES_MAX ? shortenedEntries(details) : details,
    requestId ?? bodyRequestId,
    retryAfterS,
    at,
    isReplay(result),
    name,
  )
}

/** `Date` is the second in which the response was created; minus the call's duration it is never too late. */
function leftAt(result: OutboundResult, now: Date): Date {
  const respondedMs = Date.parse(headerOf(result, 'date') ?? '')
  return new Date((Number.isNaN(respondedMs) ? now.getTime() : respondedMs) - result.durationMs)
}

/** Returns the seconds to wait; a host may also send the instant until which to wait. */
function retryAfterOf(result: OutboundResult): number | null {
  const text = headerOf(result, RETRY_AFTER_HEADER)
  if (text === null) return null
  if (/^\d{1,6}$/.test(text)) return Number(text)
  const seconds = Math.ceil((Date.parse(text) - Date.parse(headerOf(result, 'date') ?? '')) / 1_000)
  return seconds > 0 && seconds < RETRY_AFTER_MAX_S ? seconds : null
}

function isReplay(result: OutboundResult): boolean {
  return headerOf(result, IDEMPOTENT_REPLAY_HEADER) === 'true'
}

function headerOf(result: OutboundResult, name: string): string | null {
  const value = result.headers[name.toLowerCase()]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** Limit that a host advertises in the headers of its responses. */
export interface AdvertisedRate {
  /** Requests in one window. */
  limit: number
  windowS: number
}

/** Share of the rate for background calls; the rest is for the merchant's own systems. */
const SHARE = 0.2
/**
 * Interval for hosts without an advertised limit, and the shortest of all: a fifth of our own service's rate (decisions:
 * rate limit).
 */
const INTERVAL_MIN_MS = 50
/** Longest plausible time left; a larger reset is an instant. */
const WINDOW_MAX_S = 86_400

/**
 * Returns the rate of a response's `RateLimit-Limit` and `RateLimit-Reset`; `known` if the headers are absent. The
 * longest reset of one limit counts as its window, unless the limit contains its own (`100;w=60`).
 */
export function advertisedRate(
  { limit, reset }: { limit: string | null; reset: string | null },
  known: AdvertisedRate | null,
): AdvertisedRate | null {
  const count = Number(/^\s*(\d{1,9})/.exec(limit ?? '')?.[1] ?? 0)
  const window = Number(/;\s*w=(\d{1,9})/.exec(limit ?? '')?.[1] ?? 0)
  const resetS = Number(/^\s*(\d{1,9})(?!\d)/.exec(reset ?? '')?.[1] ?? 0)
  if (count === 0 || Math.max(window, resetS) > WINDOW_MAX_S || (window === 0 && resetS === 0)) return known
  const longestS = known?.limit === count ? Math.max(known.windowS, resetS) : resetS
  return { limit: count, windowS: window || longestS }
}

/**
 * Length of a response without a pause of its own, well above a page of a hundred usual objects. What is beyond it is
 * read at this many bytes a second: a host whose objects are huge takes the worker's time from its own imports alone.
 */
const FREE_BYTES = 512 * 1_024
const BYTES_PER_S = 512 * 1_024

/**
 * Returns the time between two background calls, in milliseconds: at most a fifth of the advertised rate, and more after
 * a response of `bytes` beyond what is usual.
 */
export function callIntervalMs(rate: AdvertisedRate | null, bytes = 0): number {
  const ofRate = rate === null ? 0 : (rate.windowS * 1_000) / (rate.limit * SHARE)
  const ofBytes = (Math.max(0, bytes - FREE_BYTES) * 1_000) / BYTES_PER_S
  return Math.max(INTERVAL_MIN_MS, ofRate, ofBytes)
}
