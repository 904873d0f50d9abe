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

/** Receipts of one payment within a day. */
export const RECEIPTS_PER_PAYMENT = 5
/** Notices of one kind to a user within a day about their own sign-in and role: no kind uses up another's. */
export const NOTICES_PER_USER = 10
