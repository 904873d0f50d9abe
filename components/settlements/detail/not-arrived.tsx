import { summaryOf } from '@/components/detail/detail-screen'
import { useLocale } from '@/components/locale/locale-provider'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import type { SettlementDetail } from '@/lib/dashboard/schema/settlement'
import { settlements } from '@/lib/messages/settlements'
import { linesForBank, linesForService } from './settlement-summary'

const copy = settlements.detail

/** Renders the next steps if the money has not arrived: the contact and the values to give. */
export function NotArrived({
  settlement,
  expectedBy,
  late,
}: Pick<SettlementDetail, 'settlement' | 'expectedBy' | 'late'>) {
  const { timeZone } = useLocale()
  if (settlement.status === 'DEBT') return null
  const isPaid = settlement.status === 'PAID'
  if (!isPaid && !late) {
    return (
      <Card title={copy.notArrived} className="print:hidden">
        <p className="text-pretty text-muted">{copy.notArrivedPending}</p>
      </Card>
    )
  }
  const lines = isPaid
    ? linesForBank(settlement, timeZone)
    : linesForService(settlement, expectedBy, timeZone)
  return (
    <Card title={copy.notArrived} className="print:hidden">
      <p className="mb-2 text-pretty text-muted">{isPaid ? copy.notArrivedPaid : copy.notArrivedLate}</p>
      <PropertyList>
        {lines.map(([name, value]) =>
          value ? (
            <Property key={name} name={name}>
              <bdi className="tnum wrap-anywhere">{value}</bdi>
            </Property>
          ) : null,
        )}
      </PropertyList>
      <CopyButton
        value={summaryOf(lines)}
        label={isPaid ? copy.copyForBank : copy.copyForService}
        className="mt-3"
      />
    </Card>
  )
}
