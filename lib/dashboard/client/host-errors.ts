import type { ErrorDetails, ErrorType } from '@/lib/contract/errors'
import type { OutboundError } from '@/lib/platform/outbound-http'

/** Whether the request may have been carried out although no usable answer came. */
export type Effect = 'none' | 'unknown'

/** The host refused, in the contract's words (contract: Errors). `code` may be one that we do not know. */
export class HostRefused extends Error {
  readonly effect: Effect

  constructor(
    readonly status: number,
    readonly type: ErrorType | (string & {}),
    readonly code: string,
    /** The host's own sentence; it is public by contract. */
    message: string,
    readonly details: ErrorDetails,
    readonly requestId: string | null,
    readonly retryAfterS: number | null,
    /** When the request left, by the host's clock. */
    readonly at: Date,
  ) {
    super(message)
    this.name = 'HostRefused'
    this.effect = status >= 500 ? 'unknown' : 'none'
  }
}

/** No answer came. */
export class HostUnreachable extends Error {
  readonly effect: Effect
  readonly requestId = null

  constructor(readonly reason: OutboundError) {
    super(`the host did not answer (${reason})`)
    this.name = 'HostUnreachable'
    this.effect = notSent.has(reason) ? 'none' : 'unknown'
  }
}

/** An answer came that is not the contract's: another service, a proxy's page, or a host with a fault. */
export class ContractMismatch extends Error {
  readonly effect: Effect

  constructor(
    readonly status: number,
    readonly where: string,
    readonly requestId: string | null,
  ) {
    super(`the host's answer to ${where} is not the contract's (status ${status})`)
    this.name = 'ContractMismatch'
    this.effect = status >= 400 && status < 500 ? 'none' : 'unknown'
  }
}

export type HostError = HostRefused | HostUnreachable | ContractMismatch

/** Whether a thrown value is one of the three ways in which a host fails. */
export function isHostError(error: unknown): error is HostError {
  return error instanceof HostRefused || error instanceof HostUnreachable || error instanceof ContractMismatch
}

const notSent: ReadonlySet<OutboundError> = new Set(['address_refused', 'dns', 'connect', 'tls'])
