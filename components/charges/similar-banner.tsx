'use client'

import { useLocale } from '@/components/locale/locale-provider'
import { AmountInput } from '@/components/money/amount-input'
import { PageLink } from '@/components/shell/navigation/page-link'
import { relativeTime, shortTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Field } from '@/components/ui/field'
import { TextLink } from '@/components/ui/text-link'
import type { ChargeDetail } from '@/lib/dashboard/schema/charge'
import { charges } from '@/lib/messages/charges'

const copy = charges.review

type Props = {
  title: string
  /** Null if the similar payment is unknown. */
  similar: ChargeDetail['similar']
  currency: string
  typed: string
  error: string | undefined
  onType: (typed: string) => void
}

/** Renders the payment or charge of the same customer and amount, and a field for the amount once more (`again`). */
export function SimilarBanner({ title, similar, currency, typed, error, onType }: Props) {
  const { timeZone, now } = useLocale()
  return (
    <Banner tone="warning" title={title}>
      {similar ? (
        <p>
          {copy.similarHint(relativeTime(similar.at, now) ?? shortTime(similar.at, timeZone, now))}{' '}
          <TextLink>
            <PageLink
              href={
                similar.payment_id
                  ? `/payments/${encodeURIComponent(similar.payment_id)}`
                  : `/charges/${encodeURIComponent(similar.charge_id ?? '')}`
              }
            >
              {similar.payment_id ? copy.similarPayment : copy.similarCharge}
            </PageLink>
          </TextLink>
        </p>
      ) : null}
      <Field label={copy.typeAgain} error={error} required className="mt-3">
        <AmountInput
          name="again"
          currency={currency}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </Field>
    </Banner>
  )
}
