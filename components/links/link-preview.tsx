'use client'

import { ChevronDown, Eye, Lock } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { CardFields } from '@/components/pay/card-fields'
import type { PayMerchant } from '@/components/pay/merchant-contact'
import { MerchantHead } from '@/components/pay/merchant-head'
import { MerchantHelp } from '@/components/pay/merchant-help'
import { PayInput } from '@/components/pay/pay-input'
import { PaySummary } from '@/components/pay/pay-summary'
import { PayTestBand } from '@/components/pay/pay-test-band'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'
import { payForm } from '@/lib/messages/pay-form'
import { cn } from '@/lib/ui/cn'

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

/** The payer's page in small, of the payer's own parts, while the link is being written. On a phone it waits behind a button. */
export function LinkPreview(props: Props) {
  const [shown, setShown] = useState(false)
  const id = useId()
  return (
    <aside
      aria-label={words.preview}
      className="flex min-w-0 flex-col gap-2 lg:sticky lg:top-8 lg:order-last"
    >
      <Button
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
        icon={<Eye aria-hidden className="size-4 text-muted" />}
        className="w-full lg:hidden"
      >
        <span className="flex-1 text-left">{words.previewShow}</span>
        <ChevronDown
          aria-hidden
          className={cn('size-4 text-muted transition-transform', shown && 'rotate-180')}
        />
      </Button>
      <div id={id} className={cn('mx-auto w-full min-w-0 max-w-[25rem] lg:block', !shown && 'hidden')}>
        <Picture {...props} />
      </div>
    </aside>
  )
}

/** Only to be looked at: nothing in it takes the keyboard, a press, or a screen reader. */
function Picture({ title, description, amount, currency, closes, merchant, testMode }: Props) {
  const noCards = useRef<HTMLDetailsElement>(null)
  return (
    <div aria-hidden inert className="select-none overflow-hidden rounded-xl border bg-canvas shadow-card">
      <div className="flex h-9 items-center gap-3 border-b bg-sunken px-3.5 text-muted text-xs">
        <span className="flex shrink-0 gap-1.5">
          <span className="size-2.5 rounded-full bg-border" />
          <span className="size-2.5 rounded-full bg-border" />
          <span className="size-2.5 rounded-full bg-border" />
        </span>
        <span className="flex h-5.5 min-w-0 flex-1 items-center justify-center gap-1.5 rounded-sm bg-surface px-2">
          <Lock className="size-3 shrink-0" />
          <span title={merchant.name} className="min-w-0 truncate">
            <bdi>{pay.titleFor(merchant.name)}</bdi>
          </span>
        </span>
      </div>
      <div className="relative [zoom:0.75]">
        {testMode ? <PayTestBand /> : null}
        <div className="flex flex-col gap-6 px-6 pt-12 pb-7">
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
    </div>
  )
}

function nothing() {}
