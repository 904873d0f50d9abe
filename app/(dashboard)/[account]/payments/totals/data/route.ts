import { parseListPayments } from '@/lib/dashboard/payments/list-payments'
import { paymentTotals } from '@/lib/dashboard/payments/payment-totals'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('payments.read', ({ member, query }) =>
  paymentTotals(member.ctx, parseListPayments(query)),
)
