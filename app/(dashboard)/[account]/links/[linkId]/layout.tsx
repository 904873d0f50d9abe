import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('dispute-states', 'refusals')
