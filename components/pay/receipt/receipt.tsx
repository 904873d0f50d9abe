import type { ReactNode } from 'react'
import { BrandMark, hasBrandMark } from '@/components/pay/form/brand-mark'
import { CopyReference, Reference } from '@/components/pay/page/reference'
import { brandLabel } from '@/lib/domain/card'
import { pay } from '@/lib/messages/pay'

export type ReceiptFacts = {
  amount: string
  title: string | null
  /** Known details of the card: its brand as the API names it, and its last four digits. */
  card: { brand: string; last4: string } | null
  when: string | null
  payer: string
  reference: string
  authorization: string | null
}

type Props = Omit<ReceiptFacts, 'amount'> & {
  /** Null if the page already shows the amount. */
  amount: string | null
}

/** Renders the rows of a receipt, with the total below a rule. */
export function ReceiptLines(facts: Props) {
  const { amount, title, card, when, payer, reference, authorization } = facts
  const lines = [
    [pay.receipt.for, title],
    [pay.receipt.payer, payer],
    [pay.receipt.paidWith, card && <PaidWith key="card" {...card} />],
    [pay.receipt.when, when],
    [pay.receipt.authorization, authorization],
  ] as const
  return (
    <dl className="flex flex-col text-sm">
      {lines.map(([name, value]) => (value ? <Line key={name} name={name} value={value} /> : null))}
      {amount === null ? null : (
        <div className="mt-2 flex items-baseline justify-between gap-4 border-border-strong border-t border-dashed pt-3 font-semibold text-lg">
          <dt>{pay.receipt.amount}</dt>
          <dd className="tnum wrap-anywhere min-w-0 text-right">
            <bdi>{amount}</bdi>
          </dd>
        </div>
      )}
      <div className="mt-3 flex flex-col gap-0.5 border-border-strong border-t border-dashed pt-3">
        <dt className="flex items-center justify-between text-muted text-xs">
          {pay.receipt.reference}
          <CopyReference id={reference} />
        </dt>
        <dd>
          <Reference id={reference} />
        </dd>
      </div>
    </dl>
  )
}

function Line({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="tnum wrap-anywhere min-w-0 text-right">
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

/** Renders the brand as a mark with a text for screen readers, or as a text if there is no mark. */
function PaidWith({ brand, last4 }: { brand: string; last4: string }) {
  return (
    <>
      <span className="-my-1 me-2 inline-flex align-middle">
        <BrandMark brand={brand} />
      </span>
      {hasBrandMark(brand) ? null : `${brandLabel(brand)} `}
      {pay.receipt.cardEnds(last4)}
    </>
  )
}
