import { parseSearch } from '@/app/(dashboard)/[account]/search/search-params'
import { findAnything } from '@/lib/dashboard/search/find-anything'
import { can } from '@/lib/dashboard/team/can'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('mirror.read', async ({ member, query }) => {
  const { ctx, role } = member
  return findAnything(ctx, {
    ...parseSearch(query),
    nouns: { links: can(role, 'links.read'), payments: can(role, 'payments.read') },
  })
})
