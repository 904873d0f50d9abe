import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('link-imports', 'link-problems', 'amount-field', 'drafts', 'refusals')
