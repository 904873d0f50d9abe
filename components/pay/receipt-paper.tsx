import { pay } from '@/lib/messages/pay'
import { MerchantContact, type PayMerchant } from './merchant-contact'
import { type ReceiptFacts, ReceiptLines } from './receipt'

type Props = {
  merchant: PayMerchant
  legalName: string | null
  taxId: string | null
  testMode: boolean
  facts: ReceiptFacts
}

/** A receipt on paper: white in every theme, because that is how it is printed. */
export function ReceiptPaper({ merchant, legalName, taxId, testMode, facts }: Props) {
  const issuer = [legalName, taxId && pay.receipt.taxId(taxId)].filter(Boolean).join(' · ')
  return (
    <article
      data-theme="light"
      className="flex flex-col gap-5 rounded-xl bg-surface p-5 text-text shadow-card sm:p-8 print:rounded-none print:p-0 print:shadow-none"
    >
      <header className="flex flex-col gap-1">
        <p dir="auto" className="break-words font-semibold text-lg">
          {merchant.name}
        </p>
        {issuer ? (
          <p dir="auto" className="break-words text-muted text-sm">
            {issuer}
          </p>
        ) : null}
      </header>
      <div className="flex flex-col gap-1">
        <h1 className="font-normal text-lg text-muted tracking-normal">{pay.receipt.title}</h1>
        <p className="tnum break-words font-semibold text-3xl tracking-tight">
          <bdi>{facts.amount}</bdi>
        </p>
        {testMode ? (
          <p className="mt-1 self-start rounded-md bg-test px-2 py-0.5 text-on-test text-sm print:border">
            {pay.receipt.testMode}
          </p>
        ) : null}
      </div>
      <ReceiptLines {...facts} />
      <footer className="border-t pt-4 text-muted text-sm">
        <MerchantContact merchant={merchant} />
      </footer>
    </article>
  )
}
