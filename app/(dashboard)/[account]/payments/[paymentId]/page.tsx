import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { PaymentScreen } from '@/components/payments/detail/payment-screen'

export default objectPage('paymentId', 'payments/detail', PaymentScreen)
