import { declineOf } from '@/lib/contract/declines'
import type { FieldError } from '@/lib/contract/errors'
import type { PayLinkResult } from './pay-link'
import type { LinkState } from './view-link'

/** Result of a payer's attempt for the page. Contains only what is safe to reveal about a decline. */
export type AttemptAnswer =
  | { status: 'approved'; payment_id: string }
  /** `message` is the payer's safe text: the code itself would help a thief. */
  | { status: 'declined'; payment_id: string; message: string }
  /** Authorized, then annulled: the link was full, closed or expired meanwhile. Nothing was charged. */
  | { status: 'annulled'; payment_id: string }
  /** The link accepts no payment; nothing was tried. */
  | { status: 'refused'; state: Exclude<LinkState, 'payable'> | 'not_found' }
  /** The payer must confirm at the bank's own page. */
  | { status: 'confirm'; payment_id: string; confirm_url: string }
  /** Outcome unknown so far: the page polls under the same attempt. */
  | { status: 'unresolved'; payment_id?: string }
  /** Too many tries from this address, or declines of this link; nothing was tried. */
  | { status: 'too_many'; retry_after_s: number }
  /** The bank is unreachable, and nothing was tried. */
  | { status: 'unavailable' }
  | { status: 'invalid'; fields: readonly FieldError[] }

/** Returns the page's response for a result of `payLink`. */
export function answerOf(result: PayLinkResult): AttemptAnswer {
  switch (result.kind) {
    case 'not_found':
      return { status: 'refused', state: 'not_found' }
    case 'refused':
      return { status: 'refused', state: result.state }
    case 'processor_down':
      return { status: 'unavailable' }
    case 'too_many':
      return { status: 'too_many', retry_after_s: result.waitS }
    case 'attempted': {
      const { paymentId: payment_id, status, declineCode, confirm } = result.attempt
      switch (status) {
        case 'APPROVED':
          return { status: 'approved', payment_id }
        case 'FAILED':
          return { status: 'declined', payment_id, message: declineOf(declineCode ?? '').payerText }
        case 'VOIDED':
        case 'TIMEOUT':
          return { status: 'annulled', payment_id }
        case 'PENDING':
          if (confirm) return { status: 'confirm', payment_id, confirm_url: confirm.url }
          return { status: 'unresolved', payment_id }
      }
    }
  }
}
