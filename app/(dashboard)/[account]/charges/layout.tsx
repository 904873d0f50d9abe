import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('charges', 'charge-cases', 'payment-declines', 'link-share')
