import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('balance', 'balance-page', 'settlements', 'amount-field')
