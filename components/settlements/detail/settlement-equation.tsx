import { useLocale } from '@/components/locale/locale-provider'
import type { ShownSettlement } from '@/lib/dashboard/schema/settlement'
import { formatMajor } from '@/lib/domain/money'
import { settlements } from '@/lib/messages/settlements'

const copy = settlements.detail

/**
 * Renders the net as an equation. A debt that the host does not report is omitted, and a remainder is labeled as such.
 */
export function SettlementEquation({ settlement }: { settlement: ShownSettlement }) {
  const { locale } = useLocale()
  const { currency, gross_amount, fee_amount, debt_amount, net_amount, unexplained } = settlement
  const text = (major: number) => formatMajor(major, currency, locale).replace('-', '\u2212')
  return (
    <p className="tnum text-pretty">
      {copy.gross} {text(gross_amount)} {'\u2212'} {copy.fees} {text(fee_amount)}
      {typeof debt_amount === 'number' ? ` \u2212 ${copy.debt} ${text(debt_amount)}` : null} ={' '}
      <span className="font-semibold text-text">{text(net_amount)}</span>
      {unexplained === 0 ? null : (
        <span className="block text-warning">{copy.unexplained(text(unexplained))}</span>
      )}
    </p>
  )
}
