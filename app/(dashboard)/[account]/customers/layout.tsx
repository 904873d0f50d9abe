import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('customers', 'drafts', 'link-share')
