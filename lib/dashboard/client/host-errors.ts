import type { EndpointName } from '@/lib/contract/endpoints'
import { type ErrorCode, type ErrorDetails, type ErrorType, isErrorCode } from '@/lib/contract/errors'
import type { OutboundError } from '@/lib/platform/outbound-http'

/** Effect of a request without a usable response: `unknown` = it may have been executed. */
export type Effect = 'none' | 'unknown'

/** Refusal in the contract's format (contract: Errors). `code` may be unknown to us. */
export class HostRefused extends Error {
  readonly effect: Effect

  constructor(
    readonly status: number,
    readonly type: ErrorType | (string & {}),
    readonly code: string,
    /** Host's own message, public by contract. */
    message: string,
    readonly details: ErrorDetails,
    readonly requestId: string | null,
    readonly retryAfterS: number | null,
    /** Time of the request, by the host's clock. */
    readonly at: Date,
    /** True if the host repeated a stored response to the same key. */
    readonly isReplay = false,
    readonly endpoint: EndpointName | null = null,
  ) {
    super(message)
    this.name = 'HostRefused'
    this.effect = status >= 500 ? 'unknown' : 'none'
  }

  /**
   * Returns the host's code if the contract has it, otherwise the code of its status or type; null for other refusals.
   */
  get knownCode(): ErrorCode | null {
    if (isErrorCode(this.code)) return this.code
    if (this.status === 409) return (this.endpoint && conflicts[this.endpoint]) ?? null
    return codesByStatus[this.status] ?? (this.status < 500 ? (codesByType[this.type] ?? null) : null)
  }
}

/** Codes of statuses (contract: Errors). Codes are the host's own; each of these statuses has one meaning. */
const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'invalid_api_key',
  403: 'charges_disabled',
  404: 'resource_not_found',
  429: 'rate_limited',
}

const codesByType: Readonly<Record<string, ErrorCode>> = {
  authentication_error: 'invalid_api_key',
  permission_error: 'charges_disabled',
  not_found_error: 'resource_not_found',
  rate_limit_error: 'rate_limited',
}

/** The only conflict of each endpoint. A charge has several, and the difference is money: its codes are never guessed. */
const conflicts: Readonly<Partial<Record<EndpointName, ErrorCode>>> = {
  cancelPaymentLink: 'link_already_completed',
  createCustomer: 'customer_already_exists',
  updateCustomer: 'customer_already_exists',
}

export class HostUnreachable extends Error {
  readonly effect: Effect
  readonly requestId = null

  constructor(readonly reason: OutboundError) {
    super(`the host did not answer (${reason})`)
    this.name = 'HostUnreachable'
    this.effect = notSent.has(reason) ? 'none' : 'unknown'
  }
}

/** No call was sent: the account is disconnected, and its key is deleted. */
export class AccountDisconnected extends HostUnreachable {
  constructor() {
    super('connect')
    this.name = 'AccountDisconnected'
    this.message = 'the account is disconnected'
  }
}

/** The response violates the contract: another service, a proxy's page, or a faulty host. */
export class ContractMismatch extends Error {
  readonly effect: Effect
  /** Private, so that logs and reports of the error never contain the merchant's data. */
  readonly #answer: UnparsedResponse | null

  constructor(
    readonly status: number,
    readonly where: string,
    readonly requestId: string | null,
    answer: UnparsedResponse | null = null,
    readonly retryAfterS: number | null = null,
  ) {
    super(`the host's answer to ${where} is not the contract's (status ${status})`)
    this.name = 'ContractMismatch'
    this.effect = status >= 400 && status < 500 ? 'none' : 'unknown'
    this.#answer = answer
  }

  /** Returns the successful response that the schema refused; null for every other response. */
  get answer(): UnparsedResponse | null {
    return this.#answer
  }
}

export interface UnparsedResponse {
  raw: unknown
  /** Time of the request, by the host's clock. */
  at: Date
}

/** A successful answer longer than the client reads. */
export class ResponseTooLarge extends ContractMismatch {}

export type HostError = HostRefused | HostUnreachable | ContractMismatch

export function isHostError(error: unknown): error is HostError {
  return error instanceof HostRefused || error instanceof HostUnreachable || error instanceof ContractMismatch
}

/**
 * Reasons for which every other call to the host would fail as well: rate limit, refused key, blocked account, or no
 * response.
 */
export type PauseReason = 'rate_limited' | 'refused' | 'blocked' | 'away'

/** Returns the reason for which the next call would fail as well; null for errors of one call. */
export function pauseReason(error: unknown): PauseReason | null {
  if (error instanceof HostUnreachable) return error.reason === 'cancelled' ? null : 'away'
  // A key without this call may make others.
  if (error instanceof HostRefused && error.code === 'insufficient_scope') return null
  const status = error instanceof HostRefused || error instanceof ContractMismatch ? error.status : 0
  return reasonsByStatus[status] ?? null
}

const reasonsByStatus: Readonly<Record<number, PauseReason>> = {
  401: 'refused',
  403: 'blocked',
  429: 'rate_limited',
  // Responses of a proxy in front of an unavailable host.
  502: 'away',
  503: 'away',
  504: 'away',
}

/** Returns the time to wait before the next call, as requested by the host; 0 without such a request. */
export function retryAfterMsOf(error: unknown): number {
  return error instanceof HostRefused || error instanceof ContractMismatch
    ? (error.retryAfterS ?? 0) * 1_000
    : 0
}

const notSent: ReadonlySet<OutboundError> = new Set(['address_refused', 'dns', 'connect', 'tls'])
