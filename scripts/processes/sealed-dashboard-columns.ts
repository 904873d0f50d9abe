import { apiKeyAad, signingSecretAad } from '@/lib/dashboard/sealed-aad'
import { totpAad } from '@/lib/dashboard/team/two-step-code'
import type { SealedColumn } from '@/lib/platform/reseal'

/** Every column of the dashboard's tables that contains sealed values. */
export const sealedDashboardColumns: readonly SealedColumn[] = [
  {
    table: 'dashboard.connection',
    column: 'api_key_sealed',
    key: ['id'],
    aad: (row) => apiKeyAad(String(row.id)),
  },
  {
    table: 'dashboard.connection_secret',
    column: 'sealed',
    key: ['connection_id', 'id'],
    used: 'retired_at IS NULL',
    aad: (row) => signingSecretAad(String(row.connection_id), String(row.id)),
  },
  {
    table: 'dashboard."user"',
    column: 'totp_sealed',
    key: ['id'],
    aad: (row) => totpAad(String(row.id)),
  },
]
