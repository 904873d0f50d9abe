import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { signingSecretAad } from '@/lib/dashboard/sealed-aad'

export type WebhookState = Awaited<ReturnType<typeof webhookState>>

/** Returns the accepted secrets of a connection, its last event and its last refused delivery. Instants are ISO 8601. */
export async function webhookState(
  { keyring }: Pick<Dashboard, 'keyring'>,
  { connectionId, prisma }: Pick<ConnectionContext, 'connectionId' | 'prisma'>,
) {
  const [secrets, event, connection] = await Promise.all([
    prisma.connectionSecret.findMany({
      where: { connectionId, retiredAt: null },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    }),
    prisma.receivedEvent.findFirst({
      where: { connectionId },
      orderBy: { receivedAt: 'desc' },
      select: { kind: true, receivedAt: true, outcome: true },
    }),
    prisma.connection.findUnique({
      where: { id: connectionId },
      select: { refusedAt: true, refusedReason: true },
    }),
  ])
  const refusedAt = connection?.refusedAt
  return {
    /** Newest first; only the end of a secret is ever shown. */
    secrets: secrets.map(({ id, sealed, createdAt }) => ({
      id,
      last4: keyring.open(sealed, signingSecretAad(connectionId, id)).slice(-4),
      since: createdAt.toISOString(),
    })),
    /** Newest event that arrived, tests included. */
    lastEvent: event && {
      kind: event.kind,
      at: event.receivedAt.toISOString(),
      test: event.outcome === 'test',
    },
    /** Null if no delivery was refused since the newest event. */
    lastRefused:
      refusedAt && !(event && event.receivedAt > refusedAt)
        ? // A CHECK of the table limits the column to these values.
          { at: refusedAt.toISOString(), reason: connection.refusedReason as 'bad_signature' | 'bad_event' }
        : null,
  }
}

/** Returns the URL that receives a connection's events. `webUrl` has no trailing slash. */
export function receiverAddress(webUrl: string, connectionId: string): string {
  return `${webUrl}/api/webhooks/${connectionId}`
}
