import { emailText } from '@/lib/contract/email'
import type { FieldError } from '@/lib/contract/errors'
import { NAME_MAX, NAME_MIN } from '@/lib/contract/limits'
import { trimmedText } from '@/lib/contract/text'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { lowerCaseEmail } from '@/lib/domain/email-address'
import { normalizeText } from '@/lib/domain/text'
import { signUp as copy } from '@/lib/messages/sign-up'
import { verifyPassword } from '@/lib/platform/password'
import { createOwner, EmailTaken } from './create-owner'
import { createMailedLink } from './mailed-link'
import { checkNewPassword } from './new-password-rule'
import { countMail, countSignIn, countSignUp, rememberSignIn } from './sign-in-attempts'

/**
 * Time in which a second press, a reload or another tab with the same e-mail and password continues the first sign-up.
 */
const SAME_PERSON_MS = 60 * 60_000

export interface NewMerchant {
  name: string
  email: string
  password: string
  businessName: string
}

const nameText = trimmedText({ min: NAME_MIN, max: NAME_MAX })

/** Returns the errors of a new merchant's personal fields. */
export function checkNewMerchant({ name, email, password }: NewMerchant): FieldError[] {
  const problems: FieldError[] = []
  if (!nameText.safeParse(name).success)
    problems.push({ field: 'name', code: 'invalid_value', message: copy.problems.name })
  if (!emailText.safeParse(email).success)
    problems.push({ field: 'email', code: 'invalid_email', message: copy.problems.email })
  return [...problems, ...checkNewPassword(password, { email, name }, 'password')]
}

/**
 * Creates the user and the team of a merchant, and mails a verification of the address if mail is set up. Everything is
 * one transaction: a crash leaves all of it or nothing. Throws Refusal `too_many_sign_ups`, and `invalid_parameters` on
 * `email` if the address belongs to another user.
 */
export async function signUp(
  dashboard: Pick<Dashboard, 'database' | 'now'>,
  { businessName, ...person }: NewMerchant,
  { address, hasMail }: { address: string; hasMail: boolean },
): Promise<{ userId: string; teamId: string }> {
  if (!(await countSignUp(dashboard, address))) throw new Refusal('too_many_sign_ups')
  const email = person.email.trim()
  const owner = {
    ...person,
    email,
    name: normalizeText(person.name),
    teamName: normalizeText(businessName),
    emailVerified: false,
  }
  // Beyond the deployment's limit the user asks for the mail again later.
  const byMail = hasMail && (await countMail(dashboard, 'verification'))
  try {
    const made = await createOwner(dashboard, owner, async (tx, { userId, teamId }) => {
      const now = dashboard.now()
      await recordTeamAudit(tx, { teamId, userId, action: 'team.sign_up', objectId: userId, address, now })
      if (!byMail) return
      const subject = { purpose: 'VERIFY_EMAIL', userId } as const
      await createMailedLink(tx, { email, createdBy: null, byMail: true, subject, now })
    })
    await rememberSignIn(dashboard, { email: lowerCaseEmail(email), address })
    return made
  } catch (error) {
    if (!(error instanceof EmailTaken)) throw error
    const same = await findSamePerson(dashboard, { email, password: person.password, address })
    if (same) return same
    const field = { field: 'email', code: 'email_taken', message: copy.problems.emailTaken }
    throw new Refusal('invalid_parameters', { fields: [field] })
  }
}

/**
 * Returns the owner who recently signed up with this e-mail and password; null otherwise. Attempts count like those of a
 * sign-in.
 */
async function findSamePerson(
  dashboard: Pick<Dashboard, 'database' | 'now'>,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<{ userId: string; teamId: string } | null> {
  const identity = lowerCaseEmail(email)
  const since = new Date(dashboard.now().getTime() - SAME_PERSON_MS)
  const { rows } = await dashboard.database
    .as('checkout_dashboard_system')
    .query<{ user_id: string; team_id: string; password_hash: string }>({
      name: 'find-new-owner',
      text: `SELECT u.id AS user_id, m.team_id, u.password_hash FROM dashboard."user" u
        JOIN dashboard.membership m ON m.user_id = u.id AND m.role = 'OWNER'
        WHERE u.email = $1 AND u.created_at > $2 AND u.totp_confirmed_at IS NULL ORDER BY m.created_at LIMIT 1`,
      values: [identity, since],
    })
  const [row] = rows
  if (!row || !(await countSignIn(dashboard, { email: identity, address }))) return null
  if (!(await verifyPassword(password, row.password_hash))) return null
  return { userId: row.user_id, teamId: row.team_id }
}
