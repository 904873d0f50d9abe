'use client'

import { Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import { CardFields } from '@/components/pay/card-fields'
import type { PayMerchant } from '@/components/pay/merchant-contact'
import { MerchantHead } from '@/components/pay/merchant-head'
import { MerchantHelp } from '@/components/pay/merchant-help'
import { PayInput } from '@/components/pay/pay-input'
import { PaySummary } from '@/components/pay/pay-summary'
import { PayTestBand } from '@/components/pay/pay-test-band'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Sheet } from '@/components/ui/sheet'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { payForm } from '@/lib/messages/pay-form'

const words = links.form

type Props = {
  title: string
  description: string | null
  amount: string
  currency: string
  /** The last moment in words; null = no end. */
  closes: string | null
  merchant: PayMerchant
  testMode: boolean
}

/** The payer's page in small, beside the form while the link is being written. */
export function LinkPreview(props: Props) {
  return (
    <aside aria-label={words.preview} className="hidden min-w-0 lg:sticky lg:top-8 lg:order-last lg:block">
      <div
        aria-hidden
        inert
        className="mx-auto w-full max-w-[25rem] select-none overflow-hidden rounded-xl border bg-canvas shadow-card"
      >
        <div className="flex h-9 items-center gap-3 border-b bg-sunken px-3.5 text-muted text-xs">
          <span className="flex shrink-0 gap-1.5">
            <span className="size-2.5 rounded-full bg-border" />
            <span className="size-2.5 rounded-full bg-border" />
            <span className="size-2.5 rounded-full bg-border" />
          </span>
          <span className="flex h-5.5 min-w-0 flex-1 items-center justify-center gap-1.5 rounded-sm bg-surface px-2">
            <Lock className="size-3 shrink-0" />
            <span title={props.merchant.name} className="min-w-0 truncate">
              <bdi>{pay.titleFor(props.merchant.name)}</bdi>
            </span>
          </span>
        </div>
        <div className="[zoom:0.75]">
          <PayerPage {...props} />
        </div>
      </div>
    </aside>
  )
}

/** The same where there is no room beside the form: a button that brings it from below, as large as payers see it. */
export function PreviewButton(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      trigger={<Button className="lg:hidden">{words.previewShow}</Button>}
      title={words.preview}
      closeLabel={common.close}
    >
      {/* To the sheet's edges: on a phone the payer's page has no frame. */}
      <div
        role="img"
        aria-label={words.previewOf(props.title, `${props.amount} ${props.currency}`)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="-mx-5 -mb-5 flex min-h-[calc(100%+1.25rem)] flex-col focus-visible:-outline-offset-2"
      >
        <div aria-hidden inert className="grow select-none border-t bg-canvas">
          <PayerPage {...props} />
        </div>
      </div>
    </Sheet>
  )
}

/** Of the payer's own parts, only to be looked at: nothing in it takes the keyboard, a press, or a screen reader. */
function PayerPage({ title, description, amount, currency, closes, merchant, testMode }: Props) {
  const noCards = useRef<HTMLDetailsElement>(null)
  return (
    <div className="relative">
      {testMode ? <PayTestBand /> : null}
      <div className="flex flex-col gap-6 px-5 pt-12 pb-7 lg:px-6">
        <MerchantHead name={merchant.name} />
        <PaySummary
          title={title}
          description={description}
          amount={amount}
          currency={currency}
          note={closes === null ? null : `${pay.closes} ${closes}`}
          as="p"
        />
        <div className="flex flex-col gap-4 rounded-xl bg-surface p-5 shadow-card">
          <p className="font-semibold text-lg">{payForm.byCard}</p>
          <CardFields
            problems={{}}
            forget={nothing}
            testCards={[]}
            testCardList={noCards}
            testCardsOpen={false}
            onPick={nothing}
          />
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
