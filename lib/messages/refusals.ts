import type { ErrorCode } from '@/lib/contract/errors'

/** Messages for refusals of the dashboard or the payments service: one sentence with the next step. */
export const refusals = {
  own: {
    signed_out: 'You’re signed out. Sign in again; nothing was done.',
    forbidden: 'Your role doesn’t allow this. Ask an owner or admin of your team.',
    review_pending: 'Reload the page and decide what to keep of this account first. Nothing was done.',
    foreign_origin:
      'Open the dashboard at its own address, or ask its operator to check WEB_URL. Nothing was done.',
    no_connection: 'No payments account is connected to your team yet.',
    account_not_found: 'This account isn’t connected to your team. Nothing was done.',
    resource_not_found: 'This does not exist in the connected account. Check the ID.',
    method_not_allowed: 'This address doesn’t accept that method.',
    connection_changed:
      'Somebody else just connected or disconnected this account. Nothing was done. Check it, then try again.',
    still_running: 'This form is being sent. Wait a moment.',
    charge_open: 'We don’t know yet how another charge of this customer ended. Close that case first.',
    charges_open:
      'We don’t know yet how a charge ended, and its only record is here. Nothing was deleted. Close the open cases first, or keep the data.',
    charges_kept:
      'The account is disconnected, but we don’t know yet how a charge ended. Close the open cases or give them up, then delete the data.',
    charge_matched:
      'A payment of this customer and amount was approved or is pending. Nothing was charged again.',
    charge_unsearched:
      'We couldn’t read every payment of this customer, so we don’t know whether the amount was collected. Nothing was charged again.',
    charge_moved: 'This charge has changed. Nothing was done; look at it again.',
    case_not_lost:
      'The payments service responds again, so the case can be closed with its outcome. Nothing was given up.',
    confirm_amount: 'This customer just paid or was charged the same amount. Type the amount again.',
    refund_open:
      'We don’t know yet how another refund of this payment ended. Wait for it; nothing was refunded.',
    refund_again:
      'The same amount was refunded within ten minutes. Type the amount again; nothing was refunded.',
    refund_limit:
      'This is above what support may refund in one day. Ask an owner or admin; nothing was refunded.',
    refunds_open: 'We don’t know yet how a refund ended. Nothing was deleted. Wait for it, or keep the data.',
    own_role: 'You can’t change your own role. Ask another owner or admin.',
    owner_only: 'Only an owner can add, change or remove an owner. Nothing was changed.',
    last_owner: 'A team needs an owner. Make another member an owner first.',
    invitation_over:
      'This invitation was used, revoked or has expired. Ask the person who invited you for a new one.',
    invitation_other_user: 'This invitation is for another e-mail address than yours.',
    invitation_sign_in: 'This address already has an account. Sign in, then accept the invitation.',
    invitations_of_day:
      'This team has sent 50 invitations within 24 hours. Try again tomorrow; nothing was sent.',
    too_many_tries: 'Too many tries from your network. Wait a quarter of an hour, then try again.',
    link_over: 'This link was used or has expired. Request a new one.',
    too_many_mails: 'We sent 5 mails to this address within an hour. Look for the newest, or wait an hour.',
    mail_off: 'No mail is set up here. Nothing was sent.',
    email_unverified: 'Confirm your e-mail address first. Nothing was changed.',
    passkey_refused:
      'The passkey was not accepted: it is already stored, from another site, or took over five minutes. Try again.',
    two_step_changed:
      'Two-step sign-in just changed, perhaps in another tab. Nothing was done; reload the page.',
    payment_not_approved: 'Only an approved payment has a receipt. Nothing was sent.',
    evidence_submitted: 'Evidence for this dispute was already sent. It can be sent only once.',
    dispute_closed:
      'This dispute is closed: the bank has decided, or its deadline has passed. Nothing was sent.',
    too_many_sign_ups:
      'Too many accounts were opened from your network. Try again in an hour; nothing was created.',
    receipts_of_payment:
      'We sent 5 receipts of this payment within 24 hours. Try again tomorrow; nothing was sent.',
    receipts_of_team:
      'Your team has sent 200 receipts within 24 hours. Try again tomorrow; nothing was sent.',
    address_changes: 'You changed your address 5 times within 24 hours. Try again tomorrow.',
    mails_of_deployment: 'This site has sent too many mails today. Try again tomorrow; nothing was sent.',
    export_too_large: 'Too many rows for this file. Use the CSV, which has no limit.',
    export_exhausted: 'This file is too large. Choose fewer rows, or use the CSV.',
    connections_quota:
      'A team has at most 20 accounts, disconnected ones included. Delete the data of a disconnected one first.',
    imports_quota: 'This account has 100 running link imports. Wait until some end; nothing was created.',
    passkeys_quota: 'You can have at most 20 passkeys. Remove one first.',
    secrets_quota: 'An account has at most 10 signing secrets. Retire one first.',
    exports_waiting: 'Too many files of this account are waiting. Try again once some are ready.',
    exports_busy: 'Other files are being downloaded. Try again in a minute.',
    streams_busy: 'Too many pages are open. This one updates every few seconds instead.',
    body_too_large: 'The request is too large.',
    invalid_parameters: 'Some fields are not right.',
    invalid_json: 'The request could not be read.',
    account_disconnected: 'This account is disconnected. Connect it again under Settings, Connections.',
    host_unreachable: 'The payments service did not respond. Nothing was changed; try again.',
    contract_mismatch: 'The payments service sent a response that we don’t understand.',
    outcome_unknown:
      'The payments service did not respond, so we don’t know whether this was done. Try again: nothing happens twice.',
    service_unavailable: 'The server is busy or restarting. Wait a few seconds, then try again.',
    team_busy: 'Your team has too many requests running. Wait a few seconds, then try again.',
    internal_error: 'Something failed on our side. Try again.',
  },
  host: {
    missing_api_key: 'The payments service refuses the API key. Replace it in the settings.',
    invalid_api_key: 'The payments service refuses the API key. Replace it in the settings.',
    charges_disabled: 'Charges are switched off for this account. Contact the payments service.',
    insufficient_scope: 'This dashboard’s API key can’t do this. Replace it with one of a wider scope.',
    resource_not_found: 'This does not exist in the connected account. Check the ID.',
    link_already_completed: 'This link is completed, so it can’t be canceled.',
    customer_already_exists: 'Another customer already has this. Nothing was changed.',
    evidence_submitted: 'Evidence for this dispute was already sent. It can be sent only once.',
    dispute_closed:
      'This dispute is closed: the bank has decided, or its deadline has passed. Nothing was sent.',
    rate_limited: 'Too many requests to the payments service. Wait a moment and try again.',
    invalid_parameters: 'Some fields are not right.',
  } satisfies Partial<Record<ErrorCode, string>>,
  hostOther: (code: string) => `The payments service refused this (${code}).`,
  hostConflict: 'The payments service refused this: something has changed. Reload the page, then try again.',
  hostFailed: 'The payments service failed. Try again in a moment.',
  delivery: {
    unknown_connection: 'No connection of this dashboard receives events here.',
    bad_signature: 'The signature is missing, wrong or older than five minutes.',
    too_many_deliveries:
      'This connection receives at most 200 deliveries per second, and longer ones count as several. Deliver it again later.',
    too_many_events:
      'This connection stores 1 GiB of events. The oldest are deleted within a minute; deliver it again then.',
    bad_event: 'The body is not an event, or the Service-Delivery header is missing.',
  },
  fields: {
    api_key: 'This is not an API key. Copy it whole, as it was shown when created.',
    already_connected: 'This account is already connected. Replace its key under Settings, Connections.',
    other_account: 'This key is from another account. Paste a key of this one.',
    connection_name: 'This is not its name.',
    signing_secret: 'A signing secret starts with whsec_. Copy it whole.',
    masked_email: 'This address is masked. Enter it in full.',
    already_member: 'This address is already a member.',
    already_invited: 'This address has an open invitation. Renew it in the list.',
    person_name: 'Enter your name.',
    form_token: 'This form is out of date. Reload the page.',
    password: 'This is not your password.',
    two_step_code: 'This code doesn’t match. Enter the newest one.',
    password_tries: 'Too many tries. Wait a quarter of an hour.',
  },
} as const
