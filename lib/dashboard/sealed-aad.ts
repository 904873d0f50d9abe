import type { Aad } from '@/lib/platform/secrets'

/** Returns the AAD of a connection's API key: its table, column, row and tenant. */
export function apiKeyAad(connectionId: string): Aad {
  return { table: 'connection', column: 'api_key_sealed', row: connectionId, tenant: connectionId }
}

/** Returns the AAD of one signing secret of a connection. */
export function signingSecretAad(connectionId: string, secretId: string): Aad {
  return { table: 'connection_secret', column: 'sealed', row: secretId, tenant: connectionId }
}
