import { readQuery } from '@/lib/dashboard/reads/keyset'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { searchSchema } from '@/lib/dashboard/schema/search'
import { findAnything } from '@/lib/dashboard/search/find-anything'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('mirror.read', async ({ member, query }) => {
  const { ctx, role } = member
  return findAnything(ctx, {
    text: readQuery(searchSchema, query).q,
    nouns: {
      links: can(role, 'links.read'),
      payments: can(role, 'payments.read'),
      customers: can(role, 'customers.read'),
      settlements: can(role, 'balance.read'),
    },
    role,
  })
})
