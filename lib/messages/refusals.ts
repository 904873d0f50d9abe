import type { ErrorCode } from '@/lib/contract/errors'

/** Messages for refusals of the dashboard or the payments service: one sentence with the next step. */
export const refusals = {
  own: {
    signed_out: 'You are signed out. Sign in again; nothing was done.',
    forbidden: 'Your role does not allow this. An owner of the team can change it.',
    review_pending:
      'Decide first what to keep of this account. Load the page again to do so; nothing was done.',
    foreign_origin:
      'This request came from an address other than the dashboard’s, so it was not carried out. Open the dashboard at its own address; if this is the one, its operator must check WEB_URL.',
    no_connection: 'No payments account is connected to your team yet.',
    account_not_found: 'This account is not connected to your team, or no longer is. Nothing was done.',
    resource_not_found: 'This does not exist in the connected account. Check the ID.',
    method_not_allowed: 'This address does not take that method.',
    connection_changed:
      'This account was connected or disconnected by somebody else just now. Nothing was done. Look at its state, then try again.',
    still_running: 'The same form is being sent right now. Wait a moment.',
    charge_open:
      'The outcome of another charge of this customer is not known yet. Close that case before you charge the card again.',
    charges_open:
      'The outcome of a charge is not known yet, and this copy has the only record of it. Nothing was deleted. Close the open cases first, give them up once the account is disconnected, or keep the copy.',
    charges_kept:
      'The account is disconnected, but the outcome of a charge is not known yet: its charges are kept. Close the open cases or give them up, then delete the copy.',
    charge_matched:
      'A payment of this customer and amount was collected or is still under way, so nothing was charged again.',
    charge_unsearched:
      'Not every payment of this customer could be read, so it is not known whether the amount was collected. Nothing was charged again.',
    charge_moved:
      'This charge is not in the state for that, or no longer is: its outcome may be known by now or still come. Nothing was done; look at it again.',
    case_not_lost:
      'The payments service answers for this account, so the case can still be closed with its outcome. Nothing was given up.',
    confirm_amount: 'This customer paid, or was charged, the same amount meanwhile. Type the amount again.',
    own_role: 'Nobody changes their own role. Another owner or admin can.',
    owner_only: 'Only an owner makes, changes or removes an owner. Nothing was changed.',
    last_owner: 'A team keeps one owner. Make another member an owner first; nothing was changed.',
    invitation_over:
      'This invitation was used, revoked or has expired. Ask the person who invited you for a new one.',
    invitation_other_user:
      'This invitation is for another e-mail address than the one that you are signed in with.',
    invitation_sign_in: 'This address has an account already. Sign in with it, then accept the invitation.',
    invitations_of_day:
      'This team has sent 50 invitations within 24 hours. Try again tomorrow; nothing was sent.',
    too_many_tries: 'Too many tries from your network. Wait a quarter of an hour, then try again.',
    link_over: 'This link was used already, or has expired. Request a new one.',
    too_many_mails:
      'This address was sent 5 mails within the last hour. Look for the newest one, or wait an hour.',
    mail_off: 'This deployment sends no mail. Nothing was sent.',
    email_unverified: 'Confirm your e-mail address first. Nothing was changed.',
    passkey_refused:
      'The passkey was not accepted: it is of another address, is stored here already, or took longer than five minutes. Nothing was changed; try again.',
    two_step_changed:
      'Two-step sign-in was changed meanwhile, in another tab perhaps. Nothing was done; load the page again.',
    payment_not_approved: 'Only an approved payment has a receipt. Nothing was sent.',
    evidence_submitted:
      'Evidence for this dispute was sent already, by another member or in another tab perhaps. It can be sent once.',
    dispute_closed:
      'This dispute takes no evidence any more: the bank has decided it, or its deadline has passed. Nothing was sent.',
    too_many_sign_ups:
      'Too many accounts were opened from your network within the last hour. Nothing was created; try again in an hour.',
    receipts_of_payment:
      'This payment has 5 receipts of the last 24 hours already. Try again tomorrow; nothing was sent.',
    receipts_of_team:
      'Your team has sent 200 receipts within 24 hours. Try again tomorrow; nothing was sent.',
    address_changes:
      'You have changed your address 5 times within 24 hours. Try again tomorrow; nothing was changed.',
    mails_of_deployment: 'Too many mails have left this site today. Try again tomorrow; nothing was sent.',
    export_too_large: 'These are too many rows for this file. Take the CSV, which has no limit.',
    export_exhausted:
      'This file took more memory or time than one file may take. Choose fewer rows, or take the CSV.',
    connections_quota:
      'A team has at most 20 accounts, disconnected ones included. Delete the copy of a disconnected one first; nothing was connected.',
    imports_quota:
      'This account has 100 imports of links that have not ended. Let some end first; nothing was created.',
    passkeys_quota: 'You have 20 passkeys, which is the most. Remove one first.',
    secrets_quota:
      'An account has at most 10 signing secrets. Retire one that is no longer used; nothing was stored.',
    exports_waiting: 'Many files of this account are waiting already. Try again once some are ready.',
    exports_busy:
      'Other files are being downloaded right now, so this one did not begin. Try again in a minute.',
    streams_busy:
      'Too many pages are open for news to be pushed. This page reads anew every few seconds instead.',
    body_too_large: 'The request is too large.',
    invalid_parameters: 'Some fields are not right.',
    invalid_json: 'The request could not be read.',
    account_disconnected: 'This account is disconnected. Connect it again under Settings, Connections.',
    host_unreachable: 'The payments service did not answer. Nothing was changed; try again.',
    contract_mismatch: 'The payments service answered in a way that the dashboard does not understand.',
    outcome_unknown:
      'The payments service did not answer, so it is not known whether this was carried out. Send it again: it looks first.',
    service_unavailable: 'The server is busy or restarting. Wait a few seconds, then try again.',
    team_busy: 'Your team has too many requests under way. Wait a few seconds, then try again.',
    internal_error: 'Something failed on our side. Try again.',
  },
  host: {
    missing_api_key: 'The payments service does not accept the dashboard’s key. Connect the account again.',
    invalid_api_key: 'The payments service does not accept the dashboard’s key. Connect the account again.',
    charges_disabled: 'Charges are switched off for this account. Contact the payments service.',
    insufficient_scope:
      'The dashboard’s key may not do this. Connect the account with a key of a wider scope.',
    resource_not_found: 'This does not exist in the connected account. Check the ID.',
    link_already_completed:
      'This link is already completed, so it cannot be canceled. Its payments are kept.',
    customer_already_exists: 'Another customer has this already. Nothing was changed.',
    evidence_submitted:
      'Evidence for this dispute was sent already, by another member or in another tab perhaps. It can be sent once.',
    dispute_closed:
      'This dispute takes no evidence any more: the bank has decided it, or its deadline has passed. Nothing was sent.',
    rate_limited: 'The payments service asks to slow down. Wait a moment and try again.',
    invalid_parameters: 'Some fields are not right.',
  } satisfies Partial<Record<ErrorCode, string>>,
  hostOther: (code: string) => `The payments service refused this (${code}).`,
  hostConflict:
    'The payments service refused this: it does not fit its current state. Reload the page and look before you try again.',
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
    api_key: 'This is not an API key. Copy it whole, as it was shown when it was made.',
    already_connected:
      'This account is connected already. Replace its key in its settings, under Connections.',
    other_account:
      'This key is of another account. Connect that one beside this, or paste a key of this one.',
    connection_name: 'This is not its name.',
    signing_secret:
      'A signing secret begins with whsec_. Copy it whole; it is shown once, when the webhook is made.',
    masked_email: 'This address is masked. Enter it in full.',
    already_member: 'This address is a member of the team already.',
    already_invited: 'This address has an open invitation. Use “Send again” in the list of invitations.',
    person_name: 'Enter your name.',
    form_token: 'The form is out of date. Reload the page.',
    password: 'This is not your password.',
    two_step_code: 'This is not the code that the app shows now. Enter the newest one.',
    password_tries: 'Too many tries. Wait a quarter of an hour.',
  },
} as const
