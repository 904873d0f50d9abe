import { SectionsSkeleton } from '@/components/settings/sections-skeleton'
import { payouts } from '@/lib/messages/payouts'

const sections = [
  { ...payouts.account, id: 'bank-account', lines: 2 },
  { ...payouts.schedule, id: 'schedule', lines: 1 },
  { ...payouts.waiting, id: 'waiting', lines: 3 },
]

export default function PayoutsLoading() {
  return (
    <SectionsSkeleton
      title={payouts.title}
      lead={payouts.lead}
      back={{ href: '/settings', label: payouts.backToSettings }}
      sections={sections}
    />
  )
}
