import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('payment-rows', 'dispute-states', 'refusals')
