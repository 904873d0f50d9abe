import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout(
  'payment-detail',
  'payment-declines',
  'dispute-detail',
  'evidence',
  'refund-states',
  'refunds',
  'receipts',
  'when-paid',
  'amount-field',
  'drafts',
)
