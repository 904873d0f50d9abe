import type { Place } from '@/lib/platform/secrets'

/** Where a connection's API key lies. */
export function apiKeyPlace(connectionId: string): Place {
  return { table: 'connection', column: 'api_key_sealed', row: connectionId, tenant: connectionId }
}

/** Where one signing secret of a connection lies. */
export function signingSecretPlace(connectionId: string, secretId: string): Place {
  return { table: 'connection_secret', column: 'sealed', row: secretId, tenant: connectionId }
}
