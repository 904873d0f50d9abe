import { settlementMonth } from '@/lib/dashboard/balance/settlement-month'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { settlementMonthFilterSchema } from '@/lib/dashboard/schema/balance'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('balance.read', ({ member, query }) =>
  settlementMonth(member.ctx, readQuery(settlementMonthFilterSchema, query).month),
)
