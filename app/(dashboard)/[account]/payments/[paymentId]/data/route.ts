import { getPayment } from '@/lib/dashboard/payments/get-payment'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ paymentId: string }>(
  'payments.read',
  ({ member, params }) => getPayment(member.ctx, params.paymentId, { role: member.role }),
)
