import { getSettlement } from '@/lib/dashboard/settlements/get-settlement'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ settlementId: string }>(
  'balance.read',
  ({ member, params }) => getSettlement(member.ctx, params.settlementId),
)
