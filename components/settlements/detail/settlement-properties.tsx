import { CopyMark, ShortId } from '@/components/data/short-id'
import { useLocale } from '@/components/locale/locale-provider'
import { DateTime, TitledTime } from '@/components/time/date-time'
import { shortTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import { Property, PropertyList } from '@/components/ui/property-list'
import type { ShownSettlement } from '@/lib/dashboard/schema/settlement'
import { numberFormat } from '@/lib/domain/formatters'
import { settlements } from '@/lib/messages/settlements'

const copy = settlements.detail

/** Renders period, bank, reference, payments and id of a settlement. Values that the host does not report are omitted. */
export function SettlementProperties({ settlement }: { settlement: ShownSettlement }) {
  const { timeZone, now, locale } = useLocale()
  const { bank_account: bank, reference, paid_at: paidAt } = settlement
  const moment = (iso: string) => <TitledTime iso={iso}>{shortTime(iso, timeZone, now)}</TitledTime>
  return (
    <Card title={copy.properties}>
      <PropertyList>
        <Property name={copy.period}>
          <span className="tnum">
            {moment(settlement.period_start)}
            <br />
            {'\u2013 '}
            {moment(settlement.period_end)}
          </span>
        </Property>
        {bank ? (
          <Property name={copy.bank}>
            <bdi>{bank.bank_name}</bdi>{' '}
            <span className="tnum whitespace-nowrap">
              <span aria-hidden>{settlements.bankEnds(bank.account_last4)}</span>
              <span className="sr-only">{settlements.bankEndsSpoken(bank.account_last4)}</span>
            </span>
          </Property>
        ) : null}
        {reference ? (
          <Property name={copy.reference} action={<CopyMark value={reference} name={copy.reference} />}>
            <bdi className="wrap-anywhere font-mono text-sm">{reference}</bdi>
          </Property>
        ) : null}
        <Property name={copy.payments}>
          <span className="tnum">{numberFormat(locale).format(settlement.payment_count)}</span>
        </Property>
        <Property name={copy.made}>
          <DateTime iso={settlement.created_at} />
        </Property>
        {paidAt ? (
          <Property name={copy.paid}>
            <DateTime iso={paidAt} />
          </Property>
        ) : null}
        <Property name={copy.id}>
          <ShortId id={settlement.id} name={copy.id} />
        </Property>
      </PropertyList>
    </Card>
  )
}
