import { Paper } from '@/components/pay/outcome/paper'
import { MerchantContact, type PayMerchant } from '@/components/pay/page/merchant-contact'
import { pay } from '@/lib/messages/pay'
import { type ReceiptFacts, ReceiptLines } from './receipt'

type Props = {
  merchant: PayMerchant
  legalName: string | null
  taxId: string | null
  testMode: boolean
  facts: ReceiptFacts
}

/** Renders a receipt as it is printed: white in every theme. */
export function ReceiptPaper({ merchant, legalName, taxId, testMode, facts }: Props) {
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
          {taxId ? <p className="wrap-anywhere text-muted text-sm">{pay.receipt.taxId(taxId)}</p> : null}
        </header>
        <div className="flex flex-col items-center gap-1 border-border-strong border-y border-dashed py-5 text-center">
          <h1 className="font-medium text-muted text-sm tracking-normal">{pay.receipt.title}</h1>
          <p className="tnum wrap-anywhere font-semibold text-3xl tracking-tight">
            <bdi>{facts.amount}</bdi>
          </p>
          {testMode ? (
            <p className="mt-1.5 rounded-md bg-test px-2 py-0.5 text-on-test text-xs print:border">
              {pay.receipt.testMode}
            </p>
          ) : null}
        </div>
        <ReceiptLines {...facts} amount={null} />
        <footer className="text-center text-muted text-sm">
          <MerchantContact merchant={merchant} />
        </footer>
      </article>
    </Paper>
  )
}
