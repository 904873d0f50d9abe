import { asSystem, type Dashboard } from '@/lib/dashboard/context'
import { Refusal, type RefusalCode } from '@/lib/dashboard/refusal'
import type { Queryable } from '@/lib/platform/database'
import { limitedAs, networkOf } from '@/lib/platform/peer-address'
import { sha256 } from '@/lib/platform/secrets'
import { raw, sql } from '@/lib/platform/sql'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Time of a few typing errors. */
const TYPING_MS = 15 * MINUTE_MS
/**
 * Time after a correct password for which its IP address counts as known: other people's guesses cannot lock the owner
 * out there.
 */
const KNOWN_MS = 30 * DAY_MS

/** Attempts of one subject within a time, and the refusal of a further one. Every counter of attempts is one of these. */
export const limits = {
  /** A user from an IP address: room for typing errors, too few for a list of passwords. */
  pair: { max: 10, ms: TYPING_MS },
  /** Failures of an IP address, which a whole office may share. */
  address: { max: 50, ms: TYPING_MS },
  /** A user from all unknown IP addresses: bounds guesses from many networks. */
  strangers: { max: 100, ms: HOUR_MS },
  /** Codes of an account after the correct password, from all unknown IP addresses: a million codes are possible. */
  codes: { max: 20, ms: DAY_MS },
  /** Step-ups that a session, and the sessions of a user together, may fail. */
  'step-up': { max: 10, ms: HOUR_MS },
  'step-ups': { max: 10, ms: HOUR_MS },
  /** Sign-ups of an IP address, as of an agency that opens several accounts, and of its /24 or /48 network: a share of the verifications. */
  'sign-up': { max: 10, ms: HOUR_MS },
  'sign-ups': { max: 100, ms: DAY_MS },
  /** Attempts of an IP address at a public form. */
  form: { max: 30, ms: TYPING_MS, refusal: 'too_many_tries' },
  /**
   * Mails with a link to an address, known or not, by their purpose: enough to replace one that went to spam, too few to
   * flood an inbox. Sign-ups by strangers refuse no new password.
   */
  'link mail': { max: 5, ms: HOUR_MS, refusal: 'too_many_mails' },
  /** Mails to an address, without its tag, from anybody: all but notices, receipts and those for a new password. */
  'mails to': { max: 20, ms: DAY_MS },
  /** Changes of a user's unverified address: each mails a stranger. */
  'address changes': { max: 5, ms: DAY_MS, refusal: 'address_changes' },
  /** Mails of a team, whose accounts share the limit: a team may connect any number. */
  receipts: { max: 200, ms: DAY_MS },
  'dispute notices': { max: 100, ms: DAY_MS },
  'paid notices': { max: 100, ms: DAY_MS },
  'security notices member': { max: 200, ms: DAY_MS },
  'security notices contact': { max: 20, ms: DAY_MS },
  /** Mails of the whole deployment, by their cause: strangers cause verifications. A new password has no such limit. */
  'mails member': { max: 5_000, ms: DAY_MS },
  'mails contact': { max: 5_000, ms: DAY_MS },
  'mails verification': { max: 2_000, ms: DAY_MS, refusal: 'mails_of_deployment' },
} as const satisfies Record<string, { max: number; ms: number; refusal?: RefusalCode }>

type Limit = keyof typeof limits
type Refusing = { [L in Limit]: (typeof limits)[L] extends { refusal: RefusalCode } ? L : never }[Limit]
type Scope = Pick<Dashboard, 'database' | 'now'>
type Try = { email: string; address: string }

/**
 * Counts an attempt before it is checked, so that concurrent attempts stay within the limit; one that `tx` undoes is not
 * counted. @returns whether it may continue
 */
export function isWithin(
  { database, now }: Scope,
  limit: Limit,
  subject: string,
  tx: Queryable = asSystem({ database }),
): Promise<boolean> {
  return countIn(tx, now(), limit, subject)
}

/** Counts an attempt at the instant `at` in the transaction of `tx`. @returns whether it may continue */
export async function countIn(tx: Queryable, at: Date, limit: Limit, subject: string): Promise<boolean> {
  const { max, ms } = limits[limit]
  const hash = subjectOf(limit, subject)
  const { rows } = await tx.query<{ tries: number }>(sql`
    WITH swept AS (
      -- Rows that another attempt has locked are skipped, because two attempts could deadlock.
      DELETE FROM dashboard.sign_in_attempt WHERE subject IN (
        SELECT subject FROM dashboard.sign_in_attempt WHERE window_ends_at <= ${at} AND subject <> ${hash}
        LIMIT 100 FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO dashboard.sign_in_attempt AS a (subject, tries, window_ends_at)
    VALUES (${hash}, 1, ${new Date(at.getTime() + ms)})
    ON CONFLICT (subject) DO UPDATE SET
      tries = CASE WHEN a.window_ends_at <= ${at} THEN 1 ELSE a.tries + 1 END,
      window_ends_at = CASE WHEN a.window_ends_at <= ${at} THEN excluded.window_ends_at ELSE a.window_ends_at END
    RETURNING tries`)
  return (rows[0]?.tries ?? Number.POSITIVE_INFINITY) <= max
}

/** Returns the SQL condition that a subject has used up its attempts; `subject` is SQL of a text. */
export function isSpent(limit: Limit, subject: string, now: Date) {
  return sql`EXISTS (SELECT FROM dashboard.sign_in_attempt spent WHERE spent.window_ends_at > ${now}
    AND spent.subject = sha256(convert_to('${raw(limit)} ' || ${raw(subject)}, 'UTF8'))
    AND spent.tries >= ${limits[limit].max})`
}

/** Counts an attempt as `isWithin` does. Throws the Refusal of its limit. */
export async function admit(scope: Scope, limit: Refusing, subject: string): Promise<void> {
  if (!(await isWithin(scope, limit, subject))) throw new Refusal(limits[limit].refusal)
}

/** Counts an attempt at a public form. Throws Refusal `too_many_tries`. */
export function admitForm(scope: Scope, form: string, address: string): Promise<void> {
  return admit(scope, 'form', `${form} ${limitedAs(address)}`)
}

/** Counts a mail of the whole deployment, by its cause; one that `tx` undoes is not counted. @returns whether it may be sent */
export function countMail(
  scope: Scope,
  cause: 'member' | 'contact' | 'verification',
  tx?: Queryable,
): Promise<boolean> {
  return isWithin(scope, `mails ${cause}`, '', tx)
}

/**
 * Counts a sign-in attempt. A session's holder who types the password again counts as known.
 * @returns whether the attempt may be checked
 */
export async function countSignIn(
  scope: Scope,
  { email, address, hasSession = false }: Try & { hasSession?: boolean },
): Promise<boolean> {
  if (!(await countFromAddress(scope, { email, address }))) return false
  return hasSession || (await isKnown(scope, { email, address })) || isWithin(scope, 'strangers', email)
}

/**
 * Counts a sign-in attempt of an IP address, in all and for one user. A passkey needs no other limit: nobody guesses one, and
 * strangers who guess the password of its user do not lock it. @returns whether the attempt may be checked
 */
export async function countFromAddress(scope: Scope, { email, address }: Try): Promise<boolean> {
  const ofAddress = await isWithin(scope, 'address', limitedAs(address))
  return (await isWithin(scope, 'pair', `${limitedAs(address)} ${email}`)) && ofAddress
}

/** Counts a sign-up from an IP address before anything is created. @returns whether it may continue */
export async function countSignUp(scope: Scope, address: string): Promise<boolean> {
  return (
    (await isWithin(scope, 'sign-up', limitedAs(address))) && isWithin(scope, 'sign-ups', networkOf(address))
  )
}

/** Counts a code of two-step sign-in, in addition to its attempt. @returns whether it may be checked */
export async function countCode(scope: Scope, at: Try): Promise<boolean> {
  return (await isKnown(scope, at)) || isWithin(scope, 'codes', at.email)
}

/** Session that a step-up confirms. */
interface Confirmed {
  sessionId: string
  userId: string
}

/**
 * Counts a step-up before it is checked.
 * @returns whether it is within the limit of its session, and within that of its user, if it fails
 */
export async function countStepUp(
  scope: Scope,
  { sessionId, userId }: Confirmed,
): Promise<{ ofSession: boolean; ofUser: boolean }> {
  const ofSession = await isWithin(scope, 'step-up', sessionId)
  return { ofSession, ofUser: await isWithin(scope, 'step-ups', userId) }
}

/** Forgets the failed step-ups of a session and its user after a successful one. */
export function forgetStepUps(scope: Scope, { sessionId, userId }: Confirmed): Promise<void> {
  return forget(scope, [subjectOf('step-up', sessionId), subjectOf('step-ups', userId)])
}

/**
 * Forgets earlier failed attempts of a user from an IP address after a successful one, which does not count for the address
 * either, and stores the address as known.
 */
export async function rememberSignIn({ database, now }: Scope, { email, address }: Try): Promise<void> {
  const from = limitedAs(address)
  const pair = subjectOf('pair', `${from} ${email}`)
  const known = subjectOf('known', `${from} ${email}`)
  await asSystem({ database }).query(sql`
    WITH forgotten AS (DELETE FROM dashboard.sign_in_attempt WHERE subject = ${pair}), uncounted AS (
      UPDATE dashboard.sign_in_attempt SET tries = tries - 1
      WHERE subject = ${subjectOf('address', from)} AND tries > 0
    )
    INSERT INTO dashboard.sign_in_attempt (subject, tries, window_ends_at)
    VALUES (${known}, 0, ${new Date(now().getTime() + KNOWN_MS)})
    ON CONFLICT (subject) DO UPDATE SET window_ends_at = excluded.window_ends_at`)
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
  await forget(scope, [subjectOf('strangers', at.email)])
}

async function forget({ database }: Scope, subjects: readonly Buffer[]): Promise<void> {
  await asSystem({ database }).query(sql`
    DELETE FROM dashboard.sign_in_attempt WHERE subject = ANY (${subjects})`)
}

async function isKnown({ database, now }: Scope, { email, address }: Try): Promise<boolean> {
  const known = subjectOf('known', `${limitedAs(address)} ${email}`)
  const { count } = await asSystem({ database }).query(sql`
    SELECT FROM dashboard.sign_in_attempt WHERE subject = ${known} AND window_ends_at > ${now()}`)
  return count === 1
}

// Hashed: the table contains no IP addresses, and no e-mails of people without an account.
function subjectOf(limit: Limit | 'known', subject: string): Buffer {
  return sha256(`${limit} ${subject}`.trim())
}
