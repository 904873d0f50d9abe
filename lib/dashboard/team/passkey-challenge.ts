import type { Dashboard } from '@/lib/dashboard/context'
import { sha256 } from '@/lib/platform/secrets'

/** Lifetime of a challenge. */
export const CHALLENGE_S = 5 * 60

/** Purpose of a challenge and its holder: the id of a session, or the cookie of a browser that signs in. */
export type ChallengeHolder = { purpose: 'add' | 'step_up' | 'sign_in'; holder: string }

/** Challenge and the deployment that posed it. */
export type PosedChallenge = { challenge: string; origin: string; rpId: string }

type Scope = Pick<Dashboard, 'database' | 'now'>

/** Stores a challenge for five minutes; the holder's earlier one for the same purpose is void. */
export async function storeChallenge(
  { database, now }: Scope,
  of: ChallengeHolder,
  { challenge, webUrl }: { challenge: string; webUrl: string },
): Promise<void> {
  const at = now()
  await database.as('checkout_dashboard_system').query({
    name: 'store-passkey-challenge',
    text: `WITH swept AS (
        DELETE FROM dashboard.passkey_challenge WHERE subject IN (
          SELECT subject FROM dashboard.passkey_challenge WHERE expires_at <= $4 AND subject <> $1
          LIMIT 100 FOR UPDATE SKIP LOCKED)
      )
      INSERT INTO dashboard.passkey_challenge (subject, challenge, origin, expires_at) VALUES ($1, $2, $3, $5)
      ON CONFLICT (subject) DO UPDATE
        SET challenge = excluded.challenge, origin = excluded.origin, expires_at = excluded.expires_at`,
    values: [
      subjectOf(of),
      challenge,
      new URL(webUrl).origin,
      at,
      new Date(at.getTime() + CHALLENGE_S * 1_000),
    ],
  })
}

/** Deletes the holder's challenge, so that one response is checked against it. @returns null if there is none, or it expired */
export async function spendChallenge(
  { database, now }: Scope,
  of: ChallengeHolder,
): Promise<PosedChallenge | null> {
  const { rows } = await database.as('checkout_dashboard_system').query<{
    challenge: string
    origin: string
    is_open: boolean
  }>({
    name: 'spend-passkey-challenge',
    text: `DELETE FROM dashboard.passkey_challenge WHERE subject = $1
      RETURNING challenge, origin, expires_at > $2 AS is_open`,
    values: [subjectOf(of), now()],
  })
  const [row] = rows
  if (!row?.is_open) return null
  return { challenge: row.challenge, origin: row.origin, rpId: new URL(row.origin).hostname }
}

function subjectOf({ purpose, holder }: ChallengeHolder): Buffer {
  return sha256(`passkey ${purpose} ${holder}`)
}
