import { type FormEvent, type ReactNode, useState } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { AmountInput } from '@/components/money/amount-input'
import { PageLink } from '@/components/shell/navigation/page-link'
import { relativeTime, shortTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Field } from '@/components/ui/field'
import { TextLink } from '@/components/ui/text-link'
import type { ChargeDetail } from '@/lib/dashboard/schema/charge'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { charges } from '@/lib/messages/charges'

const copy = charges.review

type Props = {
  detail: ChargeDetail
  /** Title of the banner about a similar payment. */
  title: string
  /** True if the server requires the amount again because of a payment that this page has not loaded. */
  needsAmount: boolean
  onSend: (confirmed: { confirmed_amount?: number }) => void
  children: ReactNode
}

/**
 * Renders the form that sends a charge, with its buttons as children. After a similar payment or charge it shows that one,
 * and the amount must be typed again.
 */
export function SendForm({ detail: { charge, similar }, title, needsAmount, onSend, children }: Props) {
  const { locale, timeZone, now } = useLocale()
  const { amount, currency } = charge
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const mustType = needsAmount || similar !== null
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const again = mustType ? parseAmount(typed, currency, locale) : null
    if (!again || (again.ok && again.major === amount))
      return onSend(again ? { confirmed_amount: amount } : {})
    setWrong(copy.typeAgainWrong(`${formatMajor(amount, currency, locale)} ${currency}`))
    event.currentTarget.querySelector<HTMLInputElement>('[name="again"]')?.focus()
  }
  const href = similar?.payment_id
    ? `/payments/${encodeURIComponent(similar.payment_id)}`
    : `/charges/${encodeURIComponent(similar?.charge_id ?? '')}`
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      {mustType ? (
        <Banner tone="warning" title={title}>
          {similar ? (
            <p>
              {copy.similarHint(relativeTime(similar.at, now) ?? shortTime(similar.at, timeZone, now))}{' '}
              <TextLink>
                <PageLink href={href}>
                  {similar.payment_id ? copy.similarPayment : copy.similarCharge}
                </PageLink>
              </TextLink>
            </p>
          ) : null}
          <Field label={copy.typeAgain} error={wrong} required className="mt-3">
            <AmountInput
              name="again"
              currency={currency}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setWrong(undefined)
              }}
            />
          </Field>
        </Banner>
      ) : null}
      {children}
    </form>
  )
}
