import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('link-share', 'payments', 'refusals')
