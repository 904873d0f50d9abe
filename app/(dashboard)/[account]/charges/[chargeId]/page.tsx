import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { ChargeScreen } from '@/components/charges/charge-screen'

export default objectPage('chargeId', 'charges/detail', ChargeScreen)
