import { explainBalance } from '@/lib/dashboard/balance/explain-balance'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { explanationFilterSchema } from '@/lib/dashboard/schema/balance'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('balance.read', ({ member, query }) =>
  explainBalance(member.ctx, readQuery(explanationFilterSchema, query).figure, member.role),
)
