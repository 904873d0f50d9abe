import { type Permission, permissions } from '@/lib/dashboard/role-permissions'
import type { PageMember } from '@/lib/dashboard/web/shape'

/** Returns a member who views a page, by default with every permission. */
export function aPageMember(
  granted: readonly Permission[] = permissions,
  account: Partial<PageMember['account']> = {},
): PageMember {
  return {
    granted,
    owner: 'usr_1:con_1',
    account: {
      slug: '',
      name: 'Ana',
      currency: 'USD',
      timezone: 'UTC',
      testMode: false,
      baseUrl: 'https://api.example.com/api/v1',
      signUpUrl: null,
      ...account,
    },
    hasTwoStep: false,
    hasPasskey: false,
    hasMail: true,
    hasPanel: granted.includes('developers.read'),
  }
}
