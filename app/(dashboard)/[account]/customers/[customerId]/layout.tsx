import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('customer-detail', 'charges', 'payment-declines', 'amount-field')
