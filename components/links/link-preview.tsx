import { PaySummary } from '@/components/pay/pay-summary'
import { links } from '@/lib/messages/links'
import { pay } from '@/lib/messages/pay'

type Props = {
  title: string
  description: string | null
  amount: string
  currency: string
  merchantName: string
}

/** The payer's page in small, while the link is being written. Only a picture: nothing in it can be used. */
export function LinkPreview({ title, description, amount, currency, merchantName }: Props) {
  return (
    <aside aria-label={links.form.preview} className="flex flex-col gap-2 lg:sticky lg:top-7">
      <p className="font-medium text-muted text-sm">{links.form.preview}</p>
      <div className="flex flex-col gap-4 rounded-xl border bg-sunken p-5">
        <p className="flex items-center gap-2.5">
          <span
            aria-hidden
            className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent font-semibold text-on-accent"
          >
            {merchantName.trim().slice(0, 1).toUpperCase()}
          </span>
          <span dir="auto" title={merchantName} className="min-w-0 truncate font-semibold">
            {merchantName}
          </span>
        </p>
        <PaySummary title={title} description={description} amount={amount} currency={currency} as="p" />
        <div aria-hidden className="flex flex-col gap-2">
          <div className="h-9 rounded-md border bg-surface" />
          <div className="grid grid-cols-2 gap-2">
            <div className="h-9 rounded-md border bg-surface" />
            <div className="h-9 rounded-md border bg-surface" />
          </div>
          <div className="tnum flex min-h-10 items-center justify-center rounded-md bg-accent px-3 text-center font-medium text-on-accent">
            {pay.submit(`${amount} ${currency}`)}
          </div>
        </div>
      </div>
    </aside>
  )
}
