import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('settlement-detail', 'payments', 'dispute-states')
