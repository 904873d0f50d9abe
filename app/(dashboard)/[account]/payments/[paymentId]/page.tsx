import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { PaymentScreen } from '@/components/payments/detail'

export default objectPage('paymentId', 'payments/detail', PaymentScreen)
