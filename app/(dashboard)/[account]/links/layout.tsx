import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('links', 'link-share')
