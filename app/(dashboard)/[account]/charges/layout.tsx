import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout(
  'charges',
  'charge-names',
  'charge-cases',
  'payment-declines',
  'payment-rows',
  'customer-states',
  'link-share',
)
