import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('payments', 'dispute-states')
