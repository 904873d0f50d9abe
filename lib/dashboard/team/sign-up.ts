import { z } from 'zod'
import { emailText } from '@/lib/contract/email'
import type { FieldError } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import { NAME_MAX, NAME_MIN } from '@/lib/contract/limits'
import { trimmedText } from '@/lib/contract/text'
import { admit, countSignIn, countSignUp, rememberSignIn } from '@/lib/dashboard/attempts/attempts'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { type Connected, type Connecting, connect } from '@/lib/dashboard/connections/connect'
import { asSystem, type SealedStore, type Store } from '@/lib/dashboard/context'
import { fieldRefusal, Refusal } from '@/lib/dashboard/refusal'
import { lowerCaseEmail } from '@/lib/domain/email-address'
import type { Language } from '@/lib/domain/languages'
import { normalizeText } from '@/lib/domain/text'
import { hashPassword, verifyPassword } from '@/lib/platform/credentials'
import type { Queryable } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'
import {
  createMailedLink,
  endLinks,
  linkUrl,
  openMailedLink,
  readMailedLink,
  useMailedLink as spendLink,
} from './mailed-link'
import { checkNewPassword, newPassword, requireNewPassword } from './new-password-rule'

/**
 * Time in which a second press, a reload or another tab with the same e-mail and password continues the first sign-up.
 */
const SAME_PERSON_MS = 60 * 60_000

const nameText = trimmedText({ min: NAME_MIN, max: NAME_MAX })

/** Returns the errors of a new merchant's personal fields; a password is checked if the form has one. */
export function checkNewMerchant({
  name,
  email,
  password,
}: {
  name: string
  email: string
  password?: string
}): FieldError[] {
  const problems: FieldError[] = []
  if (!nameText.safeParse(name).success)
    problems.push({ field: 'name', code: 'invalid_value', message: 'sign-up.problems.name' })
  if (!emailText.safeParse(email).success)
    problems.push({ field: 'email', code: 'invalid_email', message: 'sign-up.problems.email' })
  if (password === undefined) return problems
  return [...problems, ...checkNewPassword(password, { email, name }, 'password')]
}

/**
 * Creates the user and the team of a merchant where no mail is set up. Everything is one transaction: a crash leaves all of
 * it or nothing. Throws Refusal `too_many_sign_ups`, and `invalid_parameters` on `email` if the address belongs to another
 * user: without mail the response cannot hide that.
 */
export async function signUp(
  dashboard: Store,
  {
    businessName,
    ...person
  }: Pick<NewOwner, 'name' | 'email' | 'password' | 'language'> & { businessName: string },
  address: string,
): Promise<Made> {
  if (!(await countSignUp(dashboard, address))) throw new Refusal('too_many_sign_ups')
  const email = person.email.trim()
  const owner = {
    ...person,
    email,
    name: normalizeText(person.name),
    teamName: normalizeText(businessName),
    emailVerified: false,
  }
  try {
    const made = await createOwner(dashboard, owner, (tx, made) =>
      recordSignUp(tx, made, address, dashboard.now()),
    )
    await rememberSignIn(dashboard, { email: lowerCaseEmail(email), address })
    return made
  } catch (error) {
    if (!(error instanceof EmailTaken)) throw error
    const same = await findSamePerson(dashboard, { email, password: person.password, address })
    if (same) return same
    throw fieldRefusal('email', 'email_taken', 'sign-up.problems.emailTaken')
  }
}

function recordSignUp(tx: Queryable, made: Made, address: string, now: Date): Promise<void> {
  return recordTeamAudit(tx, { ...made, action: 'team.sign_up', objectId: made.userId, address, now })
}

/**
 * Counts a sign-up by mail, with the same work for a known and an unknown address. Throws Refusal `too_many_sign_ups`,
 * `too_many_mails` for the address, and `mails_of_deployment`.
 */
export async function admitSignUp(dashboard: Store, { email, address }: { email: string; address: string }) {
  if (!(await countSignUp(dashboard, address))) throw new Refusal('too_many_sign_ups')
  await admit(dashboard, 'link mail', `SIGN_UP ${lowerCaseEmail(email.trim())}`)
  await admit(dashboard, 'mails verification', '')
}

const signUpFacts = z.object({
  name: z.string(),
  language: z.string().optional(),
  business: z.object({
    business_name: z.string(),
    country: z.string(),
    currency: z.string(),
    timezone: z.string(),
  }),
})
type SignUpFacts = z.infer<typeof signUpFacts>

/**
 * Mails the link that completes a sign-up, or, to the address of a user, that an account exists. Nothing else is created.
 * Runs after the response, whose time is the same with and without a user.
 * @returns the path to which the mail leads
 */
export async function mailSignUp(
  dashboard: SealedStore,
  { email: typed, ...facts }: SignUpFacts & { email: string },
): Promise<string> {
  const email = lowerCaseEmail(typed.trim())
  return asSystem(dashboard).transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(sql`
      SELECT id FROM dashboard."user" WHERE email = ${email}`)
    const userId = rows[0]?.id
    const subject = userId
      ? ({ purpose: 'HAS_ACCOUNT', userId } as const)
      : ({ purpose: 'SIGN_UP', facts } as const)
    const now = dashboard.now()
    const id = await createMailedLink(tx, { email, subject, now })
    return userId || !id
      ? `/sign-in?email=${encodeURIComponent(email)}`
      : linkUrl(dashboard, '', { id, purpose: 'SIGN_UP' })
  })
}

/** Returns the address and the facts of the sign-up that a mailed link completes; null for an invalid link. Changes nothing. */
export async function readSignUp(dashboard: SealedStore, token: string) {
  const link = await readMailedLink(dashboard, 'SIGN_UP', token)
  return link && { email: link.email, ...signUpFacts.parse(link.facts) }
}

/**
 * Creates the user of a mailed sign-up, with a verified address, the typed password and the language of the request, and their team, in one transaction
 * with the use of the link; other sign-ups of the address end. Throws Refusal `too_many_tries`, `link_over`, and
 * `invalid_parameters` on `password`.
 */
export async function completeSignUp(
  dashboard: SealedStore,
  { token, password, language }: { token: string; password: string; language: Language },
  address: string,
): Promise<Made & Pick<SignUpFacts, 'business'> & { email: string }> {
  const link = await openMailedLink(dashboard, 'SIGN_UP', token, address)
  const { email } = link
  const { name: typedName, business } = signUpFacts.parse(link.facts)
  const name = normalizeText(typedName)
  requireNewPassword(password, { email, name }, 'password')
  const owner = { email, name, password, language, teamName: normalizeText(business.business_name) }
  const now = dashboard.now()
  try {
    const made = await createOwner(dashboard, owner, async (tx, made) => {
      if (!(await spendLink(tx, link.id, now))) throw new Refusal('link_over')
      await endLinks(tx, now, { purpose: 'SIGN_UP', email })
      await recordSignUp(tx, made, address, now)
    })
    await rememberSignIn(dashboard, { email, address })
    return { ...made, email, business }
  } catch (error) {
    // The address got a user in another way, or this link was used at the same time.
    throw error instanceof EmailTaken ? new Refusal('link_over') : error
  }
}

/**
 * Returns the owner who recently signed up with this e-mail and password; null otherwise. Attempts count like those of a
 * sign-in.
 */
async function findSamePerson(
  dashboard: Store,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<Made | null> {
  const identity = lowerCaseEmail(email)
  const since = new Date(dashboard.now().getTime() - SAME_PERSON_MS)
  const { rows } = await asSystem(dashboard).query<Made & { hash: string }>(sql`
    SELECT u.id AS "userId", m.team_id AS "teamId", u.password_hash AS hash FROM dashboard."user" u
      JOIN dashboard.membership m ON m.user_id = u.id AND m.role = 'OWNER'
      WHERE u.email = ${identity} AND u.created_at > ${since} AND u.totp_confirmed_at IS NULL
      ORDER BY m.created_at LIMIT 1`)
  const [row] = rows
  if (!row || !(await countSignIn(dashboard, { email: identity, address }))) return null
  const { hash, ...made } = row
  return (await verifyPassword(password, hash)) ? made : null
}

/** The e-mail belongs to a user already. */
export class EmailTaken extends Error {}

interface NewOwner {
  email: string
  name: string
  password: string
  teamName: string
  /** False for an address that its user typed, until it is verified by mail. */
  emailVerified?: boolean
  language?: Language
}

interface Made {
  userId: string
  teamId: string
}

/** Creates a user with a new team, which has no connection yet; `and` adds to the same transaction. Throws EmailTaken. */
export async function createOwner(
  { database, now }: Store,
  { email, name, password, teamName, emailVerified = true, language }: NewOwner,
  and: (tx: Queryable, made: Made) => Promise<void> = async () => {},
): Promise<Made> {
  const at = now()
  const userId = newId('user', at)
  const teamId = newId('team', at)
  const hash = await hashPassword(password)
  await asSystem({ database }).transaction(async (tx) => {
    const { count } = await tx.query(sql`
      INSERT INTO dashboard."user" (id, email, name, password_hash, created_at, email_verified_at, language)
      VALUES (${userId}, ${lowerCaseEmail(email)}, ${name}, ${hash}, ${at}, ${emailVerified ? at : null},
        ${language}) ON CONFLICT DO NOTHING`)
    if (count === 0) throw new EmailTaken(`${email} signs in here already`)
    await insertTeam(tx, { userId, teamId }, teamName, at)
    await and(tx, { userId, teamId })
  })
  return { userId, teamId }
}

/**
 * Returns the id of the team of a user who is in none, with the user as its owner; a second call returns the same team, and
 * null if the user has joined another one in the meantime.
 */
export async function createOwnTeam(
  { database, now }: Store,
  { userId, name, address }: { userId: string; name: string; address: string },
): Promise<string | null> {
  const at = now()
  return asSystem({ database }).transaction(async (tx) => {
    await tx.query(sql`SELECT FROM dashboard."user" WHERE id = ${userId} FOR UPDATE`)
    const { rows } = await tx.query<{ team_id: string; role: string }>(sql`
      SELECT team_id, role FROM dashboard.membership WHERE user_id = ${userId}`)
    const [found] = rows
    if (found) return found.role === 'OWNER' ? found.team_id : null
    const made = { userId, teamId: newId('team', at) }
    await insertTeam(tx, made, normalizeText(name), at)
    await recordSignUp(tx, made, address, at)
    return made.teamId
  })
}

async function insertTeam(tx: Queryable, { userId, teamId }: Made, name: string, at: Date): Promise<void> {
  await tx.query(sql`INSERT INTO dashboard.team (id, name, created_at) VALUES (${teamId}, ${name}, ${at})`)
  await tx.query(sql`
    INSERT INTO dashboard.membership (team_id, user_id, role, created_at) VALUES (${teamId}, ${userId}, 'OWNER', ${at})`)
}

export interface OpenTeam {
  teamName: string
  email: string
  name: string
  /** Host and key of the team's first account, as `connect` takes them. */
  baseUrl: string
  apiKey: string
}

export interface OpenedTeam extends Connected {
  teamId: string
  password: string
}

/**
 * Creates a user who owns a new team that is connected to one account; the worker imports the account's history. A
 * refused key or URL leaves nothing behind. Throws the errors of `connect`, and EmailTaken.
 */
export async function openTeam(dashboard: Connecting, input: OpenTeam): Promise<OpenedTeam> {
  const { teamName, email, name, baseUrl, apiKey } = input
  const password = newPassword()
  const { teamId, userId } = await createOwner(dashboard, { email, name, password, teamName })
  try {
    return { teamId, password, ...(await connect(dashboard, { teamId, baseUrl, apiKey })) }
  } catch (error) {
    await takeBack(dashboard, teamId, userId)
    throw error
  }
}

/** Deletes team and user. The password has not been shown yet, so the team cannot have been used. */
async function takeBack({ database }: Connecting, teamId: string, userId: string): Promise<void> {
  await asSystem({ database }).transaction(async (tx) => {
    await tx.query(sql`DELETE FROM dashboard.membership WHERE team_id = ${teamId}`)
    await tx.query(sql`DELETE FROM dashboard.team WHERE id = ${teamId}`)
    await tx.query(sql`DELETE FROM dashboard."user" WHERE id = ${userId}`)
  })
}
