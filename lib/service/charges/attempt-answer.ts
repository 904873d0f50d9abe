import { declineOf } from '@/lib/contract/declines'
import type { FieldError } from '@/lib/contract/errors'
import type { LinkState } from '@/lib/service/links/view-link'
import type { PayLinkResult } from './pay-link'

/** How a payer's attempt ended, as the page gets it. Says of a decline only what is safe to say. */
export type AttemptAnswer =
  | { status: 'approved'; payment_id: string }
  /** `message` is the payer's safe text: the code itself would tell a thief why. */
  | { status: 'declined'; payment_id: string; message: string }
  /** Authorised, then annulled: the link was full, closed or expired meanwhile. Nothing was charged. */
  | { status: 'annulled'; payment_id: string }
  /** The link takes no payment; nothing was tried. */
  | { status: 'refused'; state: Exclude<LinkState, 'payable'> | 'not_found' }
  /** The payer has to confirm at the bank's own page. */
  | { status: 'confirm'; payment_id: string; confirm_url: string }
  /** Not known yet: the page looks again under the same attempt. */
  | { status: 'unresolved'; payment_id?: string }
  /** This address tried too often; nothing was tried. */
  | { status: 'too_many'; retry_after_s: number }
  /** The bank cannot be reached and nothing was tried. */
  | { status: 'unavailable' }
  | { status: 'invalid'; fields: readonly FieldError[] }

/** The page's answer for what `payLink` found. */
export function answerOf(result: PayLinkResult): AttemptAnswer {
  switch (result.kind) {
    case 'not_found':
      return { status: 'refused', state: 'not_found' }
    case 'refused':
      return { status: 'refused', state: result.state }
    case 'processor_down':
      return { status: 'unavailable' }
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
