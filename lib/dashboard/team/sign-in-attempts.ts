import type { Dashboard } from '@/lib/dashboard/context'
import { limitedAs } from '@/lib/platform/peer-address'
import { sha256 } from '@/lib/platform/secrets'

const WINDOW_MS = 15 * 60_000
/** A person mistypes; a list of passwords needs more than this. */
const TRIES_PER_ACCOUNT = 10
/** An office signs in from one address. */
const TRIES_PER_ADDRESS = 50

type Scope = Pick<Dashboard, 'database' | 'now'>

/**
 * Counts a try to sign in before it is judged, so that many at once do not get past the limit.
 * @returns whether the try may be judged
 */
export async function countSignIn(
  scope: Scope,
  { email, address }: { email: string; address: string },
): Promise<boolean> {
  const ofAddress = await countTry(scope, addressSubject(address))
  const ofAccount = await countTry(scope, accountSubject(email))
  return ofAddress <= TRIES_PER_ADDRESS && ofAccount <= TRIES_PER_ACCOUNT
}

/** Forgets an account's failed tries after a right password. The address keeps its count. */
export async function forgetFailures({ database }: Scope, email: string): Promise<void> {
  await database.as('checkout_dashboard_system').query({
    name: 'forget-sign-in',
    text: 'DELETE FROM dashboard.sign_in_attempt WHERE subject = $1',
    values: [accountSubject(email)],
  })
}

async function countTry({ database, now }: Scope, subject: Buffer): Promise<number> {
  const at = now()
  const { rows } = await database.as('checkout_dashboard_system').query<{ tries: number }>({
    name: 'count-sign-in',
    text: `WITH swept AS (
        DELETE FROM dashboard.sign_in_attempt WHERE window_ends_at <= $2 AND subject <> $1
      )
      INSERT INTO dashboard.sign_in_attempt AS a (subject, tries, window_ends_at) VALUES ($1, 1, $3)
      ON CONFLICT (subject) DO UPDATE SET
        tries = CASE WHEN a.window_ends_at <= $2 THEN 1 ELSE a.tries + 1 END,
        window_ends_at = CASE WHEN a.window_ends_at <= $2 THEN $3 ELSE a.window_ends_at END
      RETURNING tries`,
    values: [subject, at, new Date(at.getTime() + WINDOW_MS)],
  })
  return rows[0]?.tries ?? Number.POSITIVE_INFINITY
}

// Hashed: the table holds no addresses and no e-mails of people who may not have an account.
function accountSubject(email: string): Buffer {
  return sha256(`account ${email}`)
}

function addressSubject(address: string): Buffer {
  return sha256(`address ${limitedAs(address)}`)
}
