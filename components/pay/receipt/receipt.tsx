import type { ReactNode } from 'react'
import { CopyReference, Reference } from '@/components/pay/outcome/pay-end'
import { MerchantContact, type PayMerchant } from '@/components/pay/page/pay-layout'
import { BrandMark, hasBrandMark } from '@/components/ui/brand-mark'
import { brandLabel } from '@/lib/domain/card'
import type { Translate } from '@/lib/messages/translator'

type ReceiptFacts = {
  amount: string
  title: string | null
  /** Known details of the card: its brand as the API names it, and its last four digits. */
  card: { brand: string; last4: string } | null
  when: string | null
  payer: string
  reference: string
  authorization: string | null
  /** Refunds that succeeded, oldest first. */
  refunds?: readonly { id: string; amount: string; when: string }[]
}

type Props = Omit<ReceiptFacts, 'amount'> & {
  /** Null if the page already shows the amount. */
  amount: string | null
  t: Translate
}

/** Renders the rows of a receipt, with the total below a rule. */
export function ReceiptLines(facts: Props) {
  const { amount, title, card, when, payer, reference, authorization, refunds = [], t } = facts
  const lines = [
    [t('receipt.for'), title],
    [t('receipt.payer'), payer],
    [t('receipt.paidWith'), card && <PaidWith key="card" {...card} />],
    [t('receipt.when'), when],
    [t('receipt.authorization'), authorization],
  ] as const
  return (
    <dl className="flex flex-col text-sm">
      {lines.map(([name, value]) => (value ? <Line key={name} name={name} value={value} /> : null))}
      {refunds.map((refund) => (
        <Line key={refund.id} name={t('receipt.refunded')} value={`${refund.amount}, ${refund.when}`} />
      ))}
      {amount === null ? null : (
        <div className="mt-2 flex items-baseline justify-between gap-4 border-border-strong border-t border-dashed pt-3 font-semibold text-lg">
          <dt>{t('receipt.amount')}</dt>
          <dd className="tnum wrap-anywhere min-w-0 text-right">
            <bdi>{amount}</bdi>
          </dd>
        </div>
      )}
      <div className="mt-3 flex flex-col gap-0.5 border-border-strong border-t border-dashed pt-3">
        <dt className="flex items-center justify-between text-muted text-xs">
          {t('receipt.reference')}
          <CopyReference id={reference} t={t} />
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
      {`••${last4}`}
    </>
  )
}

type PaperProps = {
  merchant: PayMerchant
  legalName: string | null
  taxId: string | null
  testMode: boolean
  facts: ReceiptFacts
  t: Translate
}

/** Renders a receipt as it is printed: white in every theme. */
export function ReceiptPaper({ merchant, legalName, taxId, testMode, facts, t }: PaperProps) {
  return (
    <Paper white>
      <article className="flex flex-col gap-6 py-3 sm:px-3">
        <header className="flex flex-col items-center gap-1 text-center">
          <p dir="auto" className="wrap-anywhere font-semibold text-xl tracking-tight">
            {merchant.name}
          </p>
          {legalName ? (
            <p dir="auto" className="wrap-anywhere text-muted text-sm">
              {legalName}
            </p>
          ) : null}
          {taxId ? (
            <p className="wrap-anywhere text-muted text-sm">{t('receipt.taxId', { id: taxId })}</p>
          ) : null}
        </header>
        <div className="flex flex-col items-center gap-1 border-border-strong border-y border-dashed py-5 text-center">
          <h1 className="font-medium text-muted text-sm tracking-normal">{t('receipt.title')}</h1>
          <p className="tnum wrap-anywhere font-semibold text-3xl tracking-tight">
            <bdi>{facts.amount}</bdi>
          </p>
          {testMode ? (
            <p className="mt-1.5 rounded-md bg-test px-2 py-0.5 text-on-test text-xs print:border">
              {t('receipt.testMode')}
            </p>
          ) : null}
        </div>
        <ReceiptLines {...facts} amount={null} t={t} />
        <footer className="flex flex-col gap-1">
          <MerchantContact merchant={merchant} t={t} />
        </footer>
      </article>
    </Paper>
  )
}

/** Renders a paper slip with a torn edge. `white` keeps it white in every theme, as it is printed. */
export function Paper({ white = false, children }: { white?: boolean; children: ReactNode }) {
  return (
    <div className="paper" {...(white ? { 'data-theme': 'light' } : {})}>
      <div className="rounded-t-lg bg-raised px-5 pt-4 text-text sm:px-6 sm:pt-5 print:p-0">{children}</div>
    </div>
  )
}
