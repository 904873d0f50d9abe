import { accountView } from '@/lib/dashboard/account/account-view'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('balance.read', ({ member }) =>
  accountView(member.ctx),
)
