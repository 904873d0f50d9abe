import type { Place } from '@/lib/platform/secrets'

/** Returns the AAD of a connection's API key: its table, column, row and tenant. */
export function apiKeyPlace(connectionId: string): Place {
  return { table: 'connection', column: 'api_key_sealed', row: connectionId, tenant: connectionId }
}

/** Returns the AAD of one signing secret of a connection. */
export function signingSecretPlace(connectionId: string, secretId: string): Place {
  return { table: 'connection_secret', column: 'sealed', row: secretId, tenant: connectionId }
}
