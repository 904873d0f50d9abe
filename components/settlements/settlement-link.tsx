import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { TextLink } from '@/components/ui/text-link'
import type { SettlementName } from '@/lib/dashboard/schema/settlement'
import { settlements } from '@/lib/messages/settlements'
import { coveredDays } from './settlement-days-text'
import { settlementHref } from './settlement-href'

/** Renders a link to a settlement with its days and status: `Settlement of 14 Sep, Paid`. */
export function SettlementLink({ settlement }: { settlement: SettlementName }) {
  const { timeZone, now } = useLocale()
  return (
    <TextLink>
      <PageLink href={settlementHref(settlement)}>
        {settlements.named(coveredDays(settlement, timeZone, now), settlements.status[settlement.status])}
      </PageLink>
    </TextLink>
  )
}
