'use client'

import { Lock } from 'lucide-react'
import { CardFields } from '@/components/pay/form/card-fields'
import { PayInput } from '@/components/pay/form/payer-form'
import { MerchantHead, MerchantHelp, type PayMerchant, PayTestBand } from '@/components/pay/page/pay-layout'
import { PaySummary } from '@/components/pay/page/pay-summary'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { payForm } from '@/lib/messages/pay-form'

type Props = {
  title: string
  description: string | null
  amount: string
  currency: string
  /** The formatted expiry; null = never. */
  closes: string | null
  merchant: PayMerchant
  testMode: boolean
}

/** Renders a small payment page beside the form, where there is room for it. */
export function LinkPreview(props: Props) {
  return (
    <aside aria-label={links.form.preview} className="hidden min-w-0 lg:sticky lg:top-8 lg:block">
      <div
        aria-hidden
        inert
        className="mx-auto w-full max-w-[25rem] select-none overflow-hidden rounded-xl border bg-canvas shadow-card [zoom:0.75]"
      >
        <PayerPage {...props} />
      </div>
    </aside>
  )
}

/** Renders the components of the payment page for display only. */
function PayerPage({ title, description, amount, currency, closes, merchant, testMode }: Props) {
  return (
    <div className="relative">
      {testMode ? <PayTestBand /> : null}
      <div className="flex flex-col gap-6 px-4 pt-12 pb-7 sm:px-5 lg:px-6">
        <MerchantHead name={merchant.name} />
        <PaySummary
          title={title}
          description={description}
          amount={amount}
          currency={currency}
          note={closes === null ? null : `${pay.closes} ${closes}`}
          as="p"
        />
        <div className="flex flex-col gap-4 rounded-xl bg-surface p-4 shadow-card sm:p-5">
          <p className="font-semibold text-lg">{payForm.byCard}</p>
          <CardFields problems={{}} forget={nothing} testCards={[]} />
          <Field label={payForm.name}>
            <PayInput readOnly />
          </Field>
          <Field label={payForm.email} note={payForm.emailNote}>
            <PayInput readOnly />
          </Field>
          <Button
            variant="primary"
            size="lg"
            className="tnum wrap-anywhere h-auto w-full whitespace-normal py-2"
          >
            {payForm.submit(`${amount} ${currency}`)}
          </Button>
          <p className="flex items-start gap-2 text-balance text-muted text-xs">
            <Lock className="mt-0.5 size-3.5 shrink-0" />
            {payForm.secure}
          </p>
        </div>
        <MerchantHelp merchant={merchant} reference={null} />
      </div>
    </div>
  )
}

function nothing() {}
