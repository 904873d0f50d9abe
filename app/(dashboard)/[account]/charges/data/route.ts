import { openCases } from '@/lib/dashboard/charges/get-charge'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('charges.read', ({ member }) =>
  openCases(member.ctx),
)
