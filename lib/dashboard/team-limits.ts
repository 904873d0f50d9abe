/** Data requests, downloads and actions of one team at once in a process, and those that wait for their turn. */
export const REQUESTS_PER_TEAM = 16
export const REQUESTS_WAITING_MAX = 100
/** Session checks of one user at once in a process. They precede every other limit. */
export const SESSION_CHECKS_PER_USER = 4
/** Share of each pool's connections that the statements of one team may use at once. */
export const POOL_SHARE_PER_TEAM = 0.5
/** Statements of one team that wait for their turn: a page has up to ten. */
export const STATEMENTS_WAITING_MAX = 200
/** Longest wait for a turn; the response is then 503. */
export const TURN_WITHIN_MS = 5_000

/** Event streams of one user in a process: a browser has one per account, or one per tab if tabs cannot share. */
export const STREAMS_PER_USER = 50

/** Sessions of one user; a further sign-in ends the one that was used least recently. */
export const SESSIONS_PER_USER = 20

/** Passkeys of one user. */
export const PASSKEYS_PER_USER = 20

/** Receipts of one payment, and receipts and mails about refunds of all accounts of a team, within a day. */
export const RECEIPTS_PER_PAYMENT = 5
export const RECEIPTS_PER_TEAM = 200
/** Notices of paid settlements of a team within a day: a host may report any number. */
export const PAID_NOTICES_PER_TEAM = 100
/** Notices of disputes of a team within a day. */
export const DISPUTE_NOTICES_PER_TEAM = 100
/** Notices of a team within a day about its keys, endpoints and connections, and those about money to contact addresses. */
export const SECURITY_NOTICES_PER_TEAM = 200
export const CONTACT_NOTICES_PER_TEAM = 20
/** Notices of one kind to a user within a day about their own sign-in and role: no kind uses up another's. */
export const NOTICES_PER_USER = 10
/** Changes of a user's unverified address within a day: each mails a stranger. */
export const ADDRESS_CHANGES_PER_USER = 5
/** Mails to one address within a day, from anybody: all but notices, receipts and those for a new password. */
export const MAILS_PER_ADDRESS = 20
/** Receipts, notices of paid settlements and invitations of the deployment within a day; security notices to contact addresses, likewise. */
export const MAILS_PER_DEPLOYMENT = 5_000
/** Verifications of the deployment within a day, counted apart: strangers cause them. A new password has no such limit. */
export const VERIFICATIONS_PER_DEPLOYMENT = 2_000
/** Sign-ups of a /24 or /48 network within a day: a share of the verifications. */
export const SIGN_UPS_PER_NETWORK = 100
