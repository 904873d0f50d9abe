'use client'

import { type FormEvent, useState } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { Button } from '@/components/ui/button'
import type { ChargeDetail } from '@/lib/dashboard/schema/charge'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { charges } from '@/lib/messages/charges'
import { SimilarBanner } from './similar-banner'

type Props = {
  detail: ChargeDetail
  hint: string
  /** True if the server requires the amount again because of a payment that this page has not loaded. */
  needsAmount: boolean
  busy: boolean
  onAsk: (confirmed: { confirmed_amount?: number }) => void
}

/**
 * Renders the button that repeats the request of a case. If the same amount was paid since, the amount must be typed
 * first.
 */
export function RetryChargeForm({ detail, hint, needsAmount, busy, onAsk }: Props) {
  const { locale } = useLocale()
  const { similar } = detail
  const { amount, currency } = detail.charge
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const mustType = needsAmount || similar !== null
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const again = mustType ? parseAmount(typed, currency, locale) : null
    if (again && !(again.ok && again.major === amount)) {
      setWrong(charges.review.typeAgainWrong(`${formatMajor(amount, currency, locale)} ${currency}`))
      event.currentTarget.querySelector<HTMLInputElement>('[name="again"]')?.focus()
      return
    }
    onAsk(again ? { confirmed_amount: amount } : {})
  }
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-1.5">
      {mustType ? (
        <SimilarBanner
          title={charges.review.paidSince}
          similar={similar}
          currency={currency}
          typed={typed}
          error={wrong}
          onType={(next) => {
            setTyped(next)
            setWrong(undefined)
          }}
        />
      ) : null}
      <div>
        <Button type="submit" busy={busy} busyLabel={charges.case.asking}>
          {charges.case.retryCharge}
        </Button>
      </div>
      <p className="text-pretty text-muted text-sm">{hint}</p>
    </form>
  )
}
