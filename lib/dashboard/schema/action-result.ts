import type { FieldError } from '@/lib/contract/errors'

/** The public part of a failure. `code` is ours (lib/dashboard/refusal.ts) or the host's, unchanged. */
export type Problem = {
  code: string
  message: string
  fields?: readonly FieldError[]
  requestId?: string
  /** The customer who has a phone or an e-mail already (code `customer_already_exists`). */
  customerId?: string
}

/** The result of every server action. */
export type ActionResult<Data> = { ok: true; data: Data } | { ok: false; error: Problem }
