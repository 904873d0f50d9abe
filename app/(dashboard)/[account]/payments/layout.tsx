import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('payments', 'payment-rows', 'dispute-states', 'settlement-states')
