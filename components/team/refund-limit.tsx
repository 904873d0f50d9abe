'use client'

import { useState } from 'react'
import { setRefundLimitAction } from '@/app/(dashboard)/[account]/settings/actions'
import { FailureBanner } from '@/components/data/failure'
import { useCan, useMember } from '@/components/data/member'
import { useAct } from '@/components/data/read'
import { useActionForm } from '@/components/data/use-action-form'
import { useLocale } from '@/components/locale/locale-provider'
import { amountProblem } from '@/components/money/amount-field'
import { AmountInput } from '@/components/money/amount-input'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { refunds } from '@/lib/messages/refunds'

const copy = refunds.settings

type Props = {
  /** Sum that support may refund in one day of the account, in major units; null = no limit. */
  limit: number | null
  onChanged: (message: string) => void
}

/** Renders the limit of support for refunds, for an owner with the form that changes it. */
export function RefundLimit({ limit, onChanged }: Props) {
  const maySet = useCan('refunds.limit')
  return (
    <section aria-labelledby="refund-limit" className="flex flex-col gap-3">
      <header>
        <h2 id="refund-limit" className="text-lg">
          {copy.title}
        </h2>
        <p className="text-pretty text-muted text-sm">{copy.lead}</p>
      </header>
      {maySet ? <LimitForm limit={limit} onChanged={onChanged} /> : <LimitText limit={limit} />}
    </section>
  )
}

function LimitText({ limit }: Pick<Props, 'limit'>) {
  const { currency } = useMember().account
  const { locale } = useLocale()
  if (limit === null) return <p>{copy.none}</p>
  return (
    <p className="tnum">{limit === 0 ? copy.never : `${formatMajor(limit, currency, locale)} ${currency}`}</p>
  )
}

function LimitForm({ limit, onChanged }: Props) {
  const { currency } = useMember().account
  const { locale } = useLocale()
  const set = useAct(setRefundLimitAction)
  const [typed, setTyped] = useState(limit === null ? '' : formatMajor(limit, currency, locale))
  const amount = parseAmount(typed, currency, locale)
  // Amounts begin above 0, which here means that support may not refund.
  const isNever = /^\s*0+(?:[.,]0*)?\s*$/.test(typed)
  const isNone = typed.trim() === ''
  const form = useActionForm({
    fields: ['limit'],
    check: () =>
      isNone || isNever || amount.ok ? {} : { limit: amountProblem(amount, currency, locale) ?? '' },
    act: async () => set({ limit: isNone ? null : isNever || !amount.ok ? 0 : amount.major }),
    onDone: () => {
      form.unlock()
      onChanged(copy.saved)
    },
  })
  return (
    <form {...form.props} className="flex max-w-sm flex-col gap-3">
      {form.failure ? <FailureBanner title={copy.failed} failure={form.failure} /> : null}
      <Field label={copy.label} hint={copy.hint} error={form.problems.limit}>
        <AmountInput
          name="limit"
          currency={currency}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            form.forget('limit')
          }}
        />
      </Field>
      <div>
        <Button type="submit" busy={form.busy} busyLabel={copy.saving}>
          {copy.save}
        </Button>
      </div>
    </form>
  )
}
