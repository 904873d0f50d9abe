import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { signingSecretPlace } from './sealed-places'

export interface WebhookState {
  /** The secrets that are accepted, newest first; all that is ever shown of one is its end. */
  secrets: readonly { id: string; last4: string; since: string }[]
  /** The newest event that arrived, tests included. */
  lastEvent: { kind: string; at: string; test: boolean } | null
}

/** Whether a host's events can be taken, and which came last. Instants are ISO 8601. */
export async function webhookState(
  { keyring }: Pick<Dashboard, 'keyring'>,
  { connectionId, prisma }: Pick<ConnectionContext, 'connectionId' | 'prisma'>,
): Promise<WebhookState> {
  const [secrets, event] = await Promise.all([
    prisma.connectionSecret.findMany({
      where: { connectionId, retiredAt: null },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    }),
    prisma.receivedEvent.findFirst({
      where: { connectionId },
      orderBy: { receivedAt: 'desc' },
      select: { kind: true, receivedAt: true, outcome: true },
    }),
  ])
  return {
    secrets: secrets.map(({ id, sealed, createdAt }) => ({
      id,
      last4: keyring.open(sealed, signingSecretPlace(connectionId, id)).slice(-4),
      since: createdAt.toISOString(),
    })),
    lastEvent: event && {
      kind: event.kind,
      at: event.receivedAt.toISOString(),
      test: event.outcome === 'test',
    },
  }
}
