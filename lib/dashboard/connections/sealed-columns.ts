import { totpPlace } from '@/lib/dashboard/team/two-step-code'
import type { SealedColumn } from '@/lib/platform/reseal'
import { apiKeyPlace, signingSecretPlace } from './sealed-places'

/** Every column of the dashboard's tables that contains sealed values. */
export const sealedDashboardColumns: readonly SealedColumn[] = [
  {
    table: 'dashboard.connection',
    column: 'api_key_sealed',
    key: ['id'],
    place: (row) => apiKeyPlace(String(row.id)),
  },
  {
    table: 'dashboard.connection_secret',
    column: 'sealed',
    key: ['connection_id', 'id'],
    place: (row) => signingSecretPlace(String(row.connection_id), String(row.id)),
  },
  {
    table: 'dashboard."user"',
    column: 'totp_sealed',
    key: ['id'],
    place: (row) => totpPlace(String(row.id)),
  },
]
