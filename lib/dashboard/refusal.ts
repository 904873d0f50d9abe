import type { FieldError } from '@/lib/contract/errors'
import type { TextKey, Values } from '@/lib/messages/translator'

/** Codes of the dashboard's own refusals with their HTTP statuses. Messages are the texts `refusals.own`. */
export const refusalStatus = {
  signed_out: 401,
  forbidden: 403,
  review_pending: 403,
  foreign_origin: 403,
  no_connection: 404,
  account_not_found: 404,
  resource_not_found: 404,
  method_not_allowed: 405,
  still_running: 409,
  connection_changed: 409,
  charge_open: 409,
  charges_open: 409,
  charges_kept: 409,
  charge_matched: 409,
  charge_unsearched: 409,
  charge_moved: 409,
  case_not_lost: 409,
  confirm_amount: 409,
  refund_open: 409,
  refund_again: 409,
  refund_limit: 409,
  refunds_open: 409,
  own_role: 409,
  owner_only: 403,
  last_owner: 409,
  invitation_over: 409,
  invitation_other_user: 409,
  invitation_sign_in: 409,
  invitations_of_day: 429,
  too_many_tries: 429,
  link_over: 409,
  too_many_mails: 429,
  mail_off: 409,
  email_unverified: 409,
  two_step_changed: 409,
  passkey_refused: 409,
  payment_not_approved: 409,
  evidence_submitted: 409,
  dispute_closed: 409,
  too_many_sign_ups: 429,
  receipts_of_payment: 429,
  receipts_of_team: 429,
  address_changes: 429,
  mails_of_deployment: 429,
  export_too_large: 409,
  connections_quota: 409,
  secrets_quota: 409,
  passkeys_quota: 409,
  imports_quota: 409,
  export_exhausted: 409,
  exports_waiting: 409,
  exports_busy: 503,
  streams_busy: 503,
  body_too_large: 413,
  invalid_parameters: 400,
  invalid_json: 400,
  account_disconnected: 409,
  host_unreachable: 503,
  contract_mismatch: 502,
  outcome_unknown: 502,
  service_unavailable: 503,
  team_busy: 503,
  internal_error: 500,
} as const satisfies Record<string, number>

export type RefusalCode = keyof typeof refusalStatus

/** A wrong field. The message of our own is the key of a text, with its values; a host's is its English sentence. */
/** Error of a field with the values of its text; amounts (major units) are written in the reader's locale. */
export type RefusedField = FieldError & {
  values?: Readonly<Record<string, string | number | { amount: number; currency: string }>>
}

/** The only error of the dashboard's verbs other than those of a host (lib/dashboard/client/host-errors.ts). */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: readonly RefusedField[]
  /** Host's request id of the failed call, if there is one. */
  readonly requestId: string | null

  constructor(
    code: RefusalCode,
    {
      fields = [],
      requestId = null,
      cause,
    }: { fields?: readonly RefusedField[]; requestId?: string | null; cause?: unknown } = {},
  ) {
    super(code, cause === undefined ? undefined : { cause })
    this.name = 'Refusal'
    this.code = code
    this.fields = fields
    this.requestId = requestId
  }
}

/** Returns the refusal of one typed field; the member reads the text of the key. */
export function fieldRefusal<Key extends TextKey>(
  field: string,
  code: string,
  message: Key,
  ...[values]: Values<Key>
): Refusal {
  return new Refusal('invalid_parameters', {
    fields: [{ field, code, message, ...(values ? { values } : {}) }],
  })
}
