import { Amount } from '@/components/money/amount'
import { InlineLink } from '@/components/navigation/link-looks'
import { paymentHref } from '@/components/payments/face'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { SHOWN_ADJUSTMENTS_MAX } from '@/lib/contract/limits'
import type { ShownSettlement } from '@/lib/dashboard/settlements/shown-settlement'

/**
 * Renders the refunds and disputes that a settlement took off or gave back, oldest first, each with its payment. Renders
 * nothing if the host lists none.
 */
export function SettlementAdjustments({ settlement }: { settlement: ShownSettlement }) {
  const t = useTexts()
  const { adjustments, currency } = settlement
  if (!adjustments?.length) return null
  const title = t('settlement-detail.adjustments.title')
  return (
    <Card title={title}>
      <ul aria-label={title} className="flex flex-col gap-3">
        {adjustments.map(({ type, id, payment_id: paymentId, amount, created_at: at }) => (
          <li key={`${type} ${id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{t(`settlement-detail.adjustments.type.${type}`)}</span>
            <DateTime iso={at} className="tnum text-muted text-sm" />
            <Amount amount={amount} currency={currency} className="ms-auto font-medium" />
            <InlineLink
              className="wrap-anywhere basis-full font-mono text-sm"
              href={paymentHref({ id: paymentId })}
            >
              {paymentId}
            </InlineLink>
          </li>
        ))}
      </ul>
      {adjustments.length >= SHOWN_ADJUSTMENTS_MAX ? (
        <p className="mt-3 text-muted text-xs">
          {t('settlement-detail.adjustments.first', { count: SHOWN_ADJUSTMENTS_MAX })}
        </p>
      ) : null}
    </Card>
  )
}
