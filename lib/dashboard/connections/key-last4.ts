import type { ConnectionContext } from '@/lib/dashboard/context'

/** The last four characters of the connection's API key: all of it that is ever shown. */
export async function keyLast4({
  connectionId,
  db,
}: Pick<ConnectionContext, 'connectionId' | 'db'>): Promise<string> {
  const { rows } = await db.query<{ api_key_last4: string }>({
    name: 'connection-key-last4',
    text: 'SELECT api_key_last4 FROM dashboard.connection WHERE id = $1',
    values: [connectionId],
  })
  return rows[0]?.api_key_last4 ?? ''
}
