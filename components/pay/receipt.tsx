import type { ReactNode } from 'react'
import { pay } from '@/lib/messages/pay'
import { BrandMark } from './brand-mark'
import { CopyReference, Reference } from './reference'

export type ReceiptFacts = {
  amount: string
  title: string | null
  /** `Visa ••4242`, and the brand as the API names it. */
  card: string | null
  brand: string | null
  when: string | null
  payer: string
  reference: string
  authorization: string | null
}

/** What a payer keeps of a payment, line by line, the sum below a rule as on a till's slip. */
export function ReceiptLines(facts: ReceiptFacts) {
  const { amount, title, card, brand, when, payer, reference, authorization } = facts
  const lines = [
    [pay.receipt.for, title],
    [pay.receipt.payer, payer],
    [pay.receipt.paidWith, card && <PaidWith key="card" card={card} brand={brand} />],
    [pay.receipt.when, when],
    [pay.receipt.authorization, authorization],
  ] as const
  return (
    <dl className="flex flex-col text-sm">
      {lines.map(([name, value]) => (value ? <Line key={name} name={name} value={value} /> : null))}
      <div className="mt-2 flex items-baseline justify-between gap-4 border-border-strong border-t border-dashed pt-3 font-semibold text-lg">
        <dt>{pay.receipt.amount}</dt>
        <dd className="tnum wrap-anywhere min-w-0 text-right">
          <bdi>{amount}</bdi>
        </dd>
      </div>
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

function PaidWith({ card, brand }: { card: string; brand: string | null }) {
  return (
    <>
      <span className="-my-1 me-2 inline-flex align-middle">
        <BrandMark brand={brand} silent />
      </span>
      {card}
    </>
  )
}
