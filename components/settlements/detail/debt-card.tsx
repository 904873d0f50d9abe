import { useLocale } from '@/components/locale/locale-provider'
import { SettlementLink } from '@/components/settlements/settlement-link'
import { Card } from '@/components/ui/card'
import type { SettlementDetail } from '@/lib/dashboard/schema/settlement'
import { formatMajor } from '@/lib/domain/money'
import { settlements } from '@/lib/messages/settlements'

const copy = settlements.detail

/** Renders an explanation of a debt that a settlement created or paid off. */
export function DebtCard({
  settlement,
  debtFrom,
  debtTakenBy,
}: Pick<SettlementDetail, 'settlement' | 'debtFrom' | 'debtTakenBy'>) {
  const { locale } = useLocale()
  const { status, currency, net_amount: net, debt_amount: debt } = settlement
  const money = (major: number) => `${formatMajor(major, currency, locale)} ${currency}`
  if (status !== 'DEBT' && !debt) return null
  return (
    <Card title={copy.debtTitle}>
      <div className="flex flex-col gap-1.5 text-pretty">
        {debt ? (
          <p>
            {copy.debtTook(money(debt))}{' '}
            {debtFrom ? (
              <>
                {copy.debtCame} <SettlementLink settlement={debtFrom} />.
              </>
            ) : null}
          </p>
        ) : null}
        {status === 'DEBT' ? (
          <>
            <p>{copy.debtWhat(money(Math.abs(net)))}</p>
            <p>
              {debtTakenBy ? (
                <>
                  {copy.debtTaken} <SettlementLink settlement={debtTakenBy} />.
                </>
              ) : typeof debt === 'number' ? (
                copy.debtNext
              ) : (
                copy.debtUnknown
              )}
            </p>
          </>
        ) : null}
      </div>
    </Card>
  )
}
