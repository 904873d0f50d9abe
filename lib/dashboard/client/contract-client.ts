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
import { REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from '@/lib/contract/headers'
import { toStorable } from '@/lib/dashboard/mirror/storable-text'
import type { OutboundHttp, OutboundResult } from '@/lib/platform/outbound-http'
import {
  AccountDisconnected,
  AnswerTooLarge,
  ContractMismatch,
  HostRefused,
  HostUnreachable,
} from './host-errors'

/** A hundred links with all the metadata that they may have stay below it. */
const ANSWER_BYTES_MAX = 8 * 1_024 * 1_024
const REQUEST_ID_TEXT_MAX = 100
/** A code is kept with what it ended, and told to open pages: a host's is no longer than ours could be. */
const CODE_TEXT_MAX = 100

/** What a call needs beside its endpoint: the id in its path, its query, its body. */
export type CallInput<Name extends EndpointName> = {
  id?: string
  query?: QueryOf<Name>
  body?: BodyOf<Name>
  signal?: AbortSignal
}

export interface Answer<Data> {
  /** As the contract's schema reads it; fields that it does not know are kept. */
  data: Data
  /** As it came, for the mirror. */
  raw: unknown
  /** The instant at which the request left, by the host's clock (decisions: event order on the receiving side). */
  at: Date
  requestId: string | null
}

export interface ContractClientOptions {
  http: Pick<OutboundHttp, 'request'>
  /** Without a slash at the end. */
  baseUrl: string
  /** Null for a disconnected account, of which nothing is asked. */
  apiKey: string | null
  now: () => Date
}

/** Calls any host of the contract with one merchant's key. */
export class ContractClient {
  readonly #options: ContractClientOptions

  constructor(options: ContractClientOptions) {
    this.#options = options
  }

  /**
   * Calls one endpoint (contract: Endpoints). Throws HostRefused (the host's error, with its request id),
   * HostUnreachable (no answer), AccountDisconnected, or ContractMismatch (an answer that is not the contract's; AnswerTooLarge:
   * above the cap).
   */
  call<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name> = {},
  ): Promise<Answer<ResponseOf<Name>>> {
    // The schema is this endpoint's own, which the type checker cannot follow through the table.
    return this.callAs(name, endpoints[name].response as z.ZodType as z.ZodType<ResponseOf<Name>>, input)
  }

  /** Calls one endpoint as `call` does, and parses its answer by another schema than the endpoint's own. */
  async callAs<Name extends EndpointName, Data>(
    name: Name,
    schema: z.ZodType<Data>,
    input: CallInput<Name> = {},
  ): Promise<Answer<Data>> {
    const { http, baseUrl, apiKey } = this.#options
    if (apiKey === null) throw new AccountDisconnected()
    const endpoint = endpoints[name]
    const result = await http.request({
      url: baseUrl + pathOf(name, input.id) + queryText(input.query ?? null),
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${apiKey}`,
        ...(input.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(input.body ? { body: JSON.stringify(input.body) } : {}),
      bodyBytesMax: ANSWER_BYTES_MAX,
      ...(input.signal ? { signal: input.signal } : {}),
    })
    if (result.status === null) throw new HostUnreachable(result.error ?? 'protocol')
    const requestId = headerOf(result, REQUEST_ID_HEADER)?.slice(0, REQUEST_ID_TEXT_MAX) ?? null
    const raw = jsonOf(result)
    const at = leftAt(result, this.#options.now())
    if (result.status !== endpoint.successStatus) throw refusal(result, raw, { name, requestId, at })
    if (result.cut) throw new AnswerTooLarge(result.status, name, requestId)
    const parsed = schema.safeParse(raw)
    if (!parsed.success) throw new ContractMismatch(result.status, name, requestId, { raw, at })
    return { data: parsed.data, raw, at, requestId }
  }
}

interface Told {
  name: EndpointName
  requestId: string | null
  at: Date
}

function refusal(result: OutboundResult, raw: unknown, { name, requestId, at }: Told) {
  const status = result.status ?? 0
  const body = errorBodySchema.safeParse(raw)
  if (status < 400 || !body.success) return new ContractMismatch(status, name, requestId)
  const { type, code, message, details } = body.data.error
  const told = typeof details.request_id === 'string' ? details.request_id : null
  const word = toStorable(code).slice(0, CODE_TEXT_MAX)
  return new HostRefused(status, type, word, message, details, requestId ?? told, retryAfterOf(result), at)
}

/** `Date` is the second in which the answer was made: what is left when the call's time is taken off is never too late. */
function leftAt(result: OutboundResult, now: Date): Date {
  const told = Date.parse(headerOf(result, 'date') ?? '')
  return new Date((Number.isNaN(told) ? now.getTime() : told) - result.durationMs)
}

function retryAfterOf(result: OutboundResult): number | null {
  const text = headerOf(result, RETRY_AFTER_HEADER)
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
}

function headerOf(result: OutboundResult, name: string): string | null {
  const value = result.headers[name.toLowerCase()]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

function jsonOf(result: OutboundResult): unknown {
  if (result.cut) return undefined
  try {
    return JSON.parse(result.body.toString('utf8'))
  } catch {
    return undefined
  }
}
