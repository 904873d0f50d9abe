import type { Dashboard } from '@/lib/dashboard/context'
import {
  ADDRESS_CHANGES_PER_USER,
  CONTACT_NOTICES_PER_TEAM,
  MAILS_PER_ADDRESS,
  MAILS_PER_DEPLOYMENT,
  PAID_NOTICES_PER_TEAM,
  RECEIPTS_PER_TEAM,
  SECURITY_NOTICES_PER_TEAM,
  SIGN_UPS_PER_NETWORK,
  VERIFICATIONS_PER_DEPLOYMENT,
} from '@/lib/dashboard/team-limits'
import type { Queryable } from '@/lib/platform/database'
import { limitedAs, networkOf } from '@/lib/platform/peer-address'
import { sha256 } from '@/lib/platform/secrets'

const MINUTE_MS = 60_000
const WINDOW_MS = 15 * MINUTE_MS
/** Limit for one user from one IP address: room for typing errors, too few for a list of passwords. */
const TRIES_PER_PAIR = 10
/** Limit of failures for one IP address, which a whole office may share. */
const TRIES_PER_ADDRESS = 50
/** Limit for one user from all unknown IP addresses: bounds guesses from many networks. */
const TRIES_FROM_UNKNOWN = 100
const UNKNOWN_WINDOW_MS = 60 * MINUTE_MS
/**
 * Limit for codes of one account after the correct password, from all unknown IP addresses: a million codes are possible.
 */
const CODES_FROM_UNKNOWN = 20
const CODES_WINDOW_MS = 24 * 60 * MINUTE_MS
/**
 * Time after a correct password for which its IP address counts as known: other people's guesses cannot lock the owner
 * out there.
 */
const KNOWN_MS = 30 * 24 * 60 * MINUTE_MS

/** Sign-ups of one IP address: an agency opens several accounts in a day, a script one per second. */
const SIGN_UPS_PER_ADDRESS = 10
const SIGN_UP_WINDOW_MS = 60 * MINUTE_MS

type Scope = Pick<Dashboard, 'database' | 'now'>
type Try = { email: string; address: string }

/**
 * Counts a sign-in attempt before it is checked, so that concurrent attempts stay within the limits. A session's holder
 * who types the password again counts as known.
 * @returns whether the attempt may be checked
 */
export async function countSignIn(
  scope: Scope,
  { email, address, hasSession = false }: Try & { hasSession?: boolean },
): Promise<boolean> {
  if (!(await countFromAddress(scope, { email, address }))) return false
  if (hasSession || (await isKnown(scope, { email, address }))) return true
  const ofStrangers = await countTry(scope, sha256(`strangers ${email}`), UNKNOWN_WINDOW_MS)
  return ofStrangers <= TRIES_FROM_UNKNOWN
}

/**
 * Counts a sign-in attempt of an IP address, in all and for one user, before it is checked. A passkey needs no other limit: nobody
 * guesses one, and strangers who guess the password of its user do not lock it.
 * @returns whether the attempt may be checked
 */
export async function countFromAddress(scope: Scope, at: Try): Promise<boolean> {
  const ofAddress = await countTry(scope, addressSubject(at.address), WINDOW_MS)
  const ofPair = await countTry(scope, pairSubject('pair', at), WINDOW_MS)
  return ofAddress <= TRIES_PER_ADDRESS && ofPair <= TRIES_PER_PAIR
}

/** Counts a sign-up from an IP address before anything is created. @returns whether it may continue */
export async function countSignUp(scope: Scope, address: string): Promise<boolean> {
  const tries = await countTry(scope, sha256(`sign-up ${limitedAs(address)}`), SIGN_UP_WINDOW_MS)
  if (tries > SIGN_UPS_PER_ADDRESS) return false
  return (await countTry(scope, sha256(`sign-ups ${networkOf(address)}`), DAY_MS)) <= SIGN_UPS_PER_NETWORK
}

/**
 * Counts a code of two-step sign-in before it is checked, in addition to its attempt.
 * @returns whether it may be checked
 */
export async function countCode(scope: Scope, { email, address }: Try): Promise<boolean> {
  if (await isKnown(scope, { email, address })) return true
  return (await countTry(scope, sha256(`codes ${email}`), CODES_WINDOW_MS)) <= CODES_FROM_UNKNOWN
}

/** Step-ups that one session, and the sessions of one user together, may fail within an hour. */
const STEP_UPS = 10
const STEP_UP_WINDOW_MS = 60 * MINUTE_MS

/** Session that a step-up confirms. */
interface Confirmed {
  sessionId: string
  userId: string
}

const stepUpSubjects = ({ sessionId, userId }: Confirmed) =>
  [sha256(`step-up ${sessionId}`), sha256(`step-ups ${userId}`)] as const

/**
 * Counts a step-up before it is checked.
 * @returns whether it is within the limit of its session, and within that of its user, if it fails
 */
export async function countStepUp(
  scope: Scope,
  claim: Confirmed,
): Promise<{ ofSession: boolean; ofUser: boolean }> {
  const [session, user] = stepUpSubjects(claim)
  const ofSession = await countTry(scope, session, STEP_UP_WINDOW_MS)
  const ofUser = await countTry(scope, user, STEP_UP_WINDOW_MS)
  return { ofSession: ofSession <= STEP_UPS, ofUser: ofUser <= STEP_UPS }
}

/** Forgets the failed step-ups of a session and its user after a successful one. */
export async function forgetStepUps({ database }: Scope, claim: Confirmed): Promise<void> {
  await database.as('checkout_dashboard_system').query({
    name: 'forget-step-ups',
    text: 'DELETE FROM dashboard.sign_in_attempt WHERE subject IN ($1, $2)',
    values: [...stepUpSubjects(claim)],
  })
}

/**
 * Forgets earlier failed attempts of a user from an IP address after a successful one, which does not count for the address
 * either, and stores the address as known.
 */
export async function rememberSignIn({ database, now }: Scope, at: Try): Promise<void> {
  await database.as('checkout_dashboard_system').query({
    name: 'remember-sign-in',
    text: `WITH forgotten AS (DELETE FROM dashboard.sign_in_attempt WHERE subject = $1),
      uncounted AS (UPDATE dashboard.sign_in_attempt SET tries = tries - 1 WHERE subject = $4 AND tries > 0)
      INSERT INTO dashboard.sign_in_attempt (subject, tries, window_ends_at) VALUES ($2, 0, $3)
      ON CONFLICT (subject) DO UPDATE SET window_ends_at = excluded.window_ends_at`,
    values: [
      pairSubject('pair', at),
      pairSubject('known', at),
      new Date(now().getTime() + KNOWN_MS),
      addressSubject(at.address),
    ],
  })
}

/**
 * Forgets guesses from other addresses after a new password by mail, so that they do not lock the owner out. Where a code is
 * missing, the sign-in is not complete: the address stays unknown, and codes stay counted.
 */
export async function clearUnknownAttempts(
  scope: Scope,
  { hasTwoStep, ...at }: Try & { hasTwoStep: boolean },
): Promise<void> {
  if (!hasTwoStep) await rememberSignIn(scope, at)
  await scope.database.as('checkout_dashboard_system').query({
    name: 'forget-strangers',
    text: 'DELETE FROM dashboard.sign_in_attempt WHERE subject = $1',
    values: [sha256(`strangers ${at.email}`)],
  })
}

/** Attempts of one IP address at a public form within the same window. */
const TRIES_PER_FORM = 30

/** Counts an attempt at a public form, identified by `form`, before it is checked. @returns whether it may be checked */
export async function countFormTry(scope: Scope, form: string, address: string): Promise<boolean> {
  return (await countTry(scope, sha256(`form ${form} ${limitedAs(address)}`), WINDOW_MS)) <= TRIES_PER_FORM
}

/**
 * Mails with a link to one address within an hour: enough to replace one that went to spam, too few to flood an inbox.
 */
const MAILS_PER_EMAIL = 5
const MAIL_WINDOW_MS = 60 * MINUTE_MS

/**
 * Counts a mail with a link for an address, known or not, by its purpose: sign-ups by strangers refuse no new password.
 * @returns whether it may be sent
 */
export async function countLinkMail(
  scope: Scope,
  purpose: 'SIGN_UP' | 'RESET_PASSWORD' | 'VERIFY_EMAIL',
  email: string,
): Promise<boolean> {
  return (await countTry(scope, sha256(`link mail ${purpose} ${email}`), MAIL_WINDOW_MS)) <= MAILS_PER_EMAIL
}

const DAY_MS = 24 * 60 * MINUTE_MS

/** Counts a receipt of a team, whose accounts share the limit: a team may connect any number. @returns whether it may be sent */
export async function countReceipt(scope: Scope, teamId: string): Promise<boolean> {
  return (await countTry(scope, sha256(`receipts ${teamId}`), DAY_MS)) <= RECEIPTS_PER_TEAM
}

/** Counts a notice of a paid settlement, likewise. @returns whether it may be sent */
export async function countPaidNotice(scope: Scope, teamId: string): Promise<boolean> {
  return (await countTry(scope, sha256(`paid notices ${teamId}`), DAY_MS)) <= PAID_NOTICES_PER_TEAM
}

/** Counts a notice about the security of a team's accounts, to its members or to a contact address. @returns whether it may be sent */
export async function countSecurityNotice(
  scope: Scope,
  teamId: string,
  to: 'member' | 'contact',
): Promise<boolean> {
  const max = to === 'member' ? SECURITY_NOTICES_PER_TEAM : CONTACT_NOTICES_PER_TEAM
  return (await countTry(scope, sha256(`security notices ${to} ${teamId}`), DAY_MS)) <= max
}

/** Counts a change of a user's unverified address. @returns whether it may be made */
export async function countAddressChange(scope: Scope, userId: string): Promise<boolean> {
  return (await countTry(scope, sha256(`address changes ${userId}`), DAY_MS)) <= ADDRESS_CHANGES_PER_USER
}

/** Counts a mail of the whole deployment, by its cause; one that `tx` undoes is not counted. @returns whether it may be sent */
export async function countMail(
  scope: Scope,
  cause: 'member' | 'contact' | 'verification',
  tx?: Queryable,
): Promise<boolean> {
  const max = cause === 'verification' ? VERIFICATIONS_PER_DEPLOYMENT : MAILS_PER_DEPLOYMENT
  return (await countTry(scope, sha256(`mails ${cause}`), DAY_MS, tx)) <= max
}

/** Counts a mail to an address, without its tag, in the transaction of `tx`. @returns whether it may be sent */
export async function countMailTo(tx: Queryable, email: string, at: Date): Promise<boolean> {
  const subject = sha256(`mails to ${email.replace(/\+[^@]*@/, '@')}`)
  return (await countIn(tx, at, subject, DAY_MS)) <= MAILS_PER_ADDRESS
}

async function isKnown({ database, now }: Scope, at: Try): Promise<boolean> {
  const { count } = await database.as('checkout_dashboard_system').query({
    name: 'known-sign-in',
    text: 'SELECT FROM dashboard.sign_in_attempt WHERE subject = $1 AND window_ends_at > $2',
    values: [pairSubject('known', at), now()],
  })
  return count === 1
}

function countTry(
  { database, now }: Scope,
  subject: Buffer,
  windowMs: number,
  tx: Queryable = database.as('checkout_dashboard_system'),
): Promise<number> {
  return countIn(tx, now(), subject, windowMs)
}

async function countIn(tx: Queryable, at: Date, subject: Buffer, windowMs: number): Promise<number> {
  const { rows } = await tx.query<{ tries: number }>({
    name: 'count-sign-in',
    text: `WITH swept AS (
        -- Rows that another attempt has locked are skipped, because two attempts could deadlock.
        DELETE FROM dashboard.sign_in_attempt WHERE subject IN (
          SELECT subject FROM dashboard.sign_in_attempt WHERE window_ends_at <= $2 AND subject <> $1
          LIMIT 100 FOR UPDATE SKIP LOCKED)
      )
      INSERT INTO dashboard.sign_in_attempt AS a (subject, tries, window_ends_at) VALUES ($1, 1, $3)
      ON CONFLICT (subject) DO UPDATE SET
        tries = CASE WHEN a.window_ends_at <= $2 THEN 1 ELSE a.tries + 1 END,
        window_ends_at = CASE WHEN a.window_ends_at <= $2 THEN $3 ELSE a.window_ends_at END
      RETURNING tries`,
    values: [subject, at, new Date(at.getTime() + windowMs)],
  })
  return rows[0]?.tries ?? Number.POSITIVE_INFINITY
}

const addressSubject = (address: string): Buffer => sha256(`address ${limitedAs(address)}`)

// Hashed: the table contains no IP addresses, and no e-mails of people without an account.
function pairSubject(kind: 'pair' | 'known', { email, address }: Try): Buffer {
  return sha256(`${kind} ${limitedAs(address)} ${email}`)
}
