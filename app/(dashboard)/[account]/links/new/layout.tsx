import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout(
  'link-form',
  'link-problems',
  'amount-field',
  'drafts',
  'pay',
  'pay-form',
  'card-fields',
)
