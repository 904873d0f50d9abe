import { useState } from 'react'
import { setRefundLimitAction } from '@/app/(dashboard)/[account]/settings/actions'
import { FailureBanner } from '@/components/data/failure'
import { useAct, useCan, useMember } from '@/components/data/member'
import { useActionForm } from '@/components/data/use-action-form'
import { AmountInput, amountProblem } from '@/components/money/amount-field'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ChoiceGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import type { Translate } from '@/lib/messages/translator'

type Props = {
  /** Sum that support may refund in one day of the account, in major units; null = no limit. */
  limit: number | null
  onChanged: (message: string) => void
}

export function RefundLimit({ limit, onChanged }: Props) {
  const t = useTexts()
  const maySet = useCan('refunds.limit')
  const { currency } = useMember().account
  const { locale } = useLocale()
  const amount = limit ? `${formatMajor(limit, currency, locale)} ${currency}` : '…'
  return (
    <Card title={t('refund-limit.title')}>
      <p className="-mt-2 mb-3 text-pretty text-muted text-sm">{t('refund-limit.lead')}</p>
      {maySet ? (
        <LimitForm limit={limit} onChanged={onChanged} />
      ) : (
        <p className="tnum">{choiceName(t, choiceOf(limit), amount)}</p>
      )}
    </Card>
  )
}

const choices = ['none', 'upTo', 'never'] as const
type Choice = (typeof choices)[number]

function choiceOf(limit: number | null): Choice {
  return limit === null ? 'none' : limit === 0 ? 'never' : 'upTo'
}

function choiceName(t: Translate, choice: Choice, amount: string): string {
  return choice === 'upTo' ? t('refund-limit.choices.upTo', { amount }) : t(`refund-limit.choices.${choice}`)
}

function LimitForm({ limit, onChanged }: Props) {
  const t = useTexts()
  const { currency } = useMember().account
  const { locale } = useLocale()
  const set = useAct(setRefundLimitAction)
  const [choice, setChoice] = useState(choiceOf(limit))
  const [typed, setTyped] = useState(limit ? formatMajor(limit, currency, locale) : '')
  const amount = parseAmount(typed, currency, locale)
  const isWrong = choice === 'upTo' && !amount.ok
  const form = useActionForm({
    fields: ['limit'],
    check: () => (isWrong ? { limit: amountProblem(amount, currency, locale, t) ?? '' } : {}),
    act: async () =>
      set({ limit: choice === 'none' ? null : choice === 'upTo' && amount.ok ? amount.major : 0 }),
    onDone: () => {
      form.unlock()
      onChanged(t('refund-limit.saved'))
    },
  })
  return (
    <form {...form.props} className="flex flex-col items-start gap-3">
      <FailureBanner title={t('refund-limit.failed')} failure={form.failure} />
      <ChoiceGroup
        legend={t('refund-limit.title')}
        isNamedBeside
        name="choice"
        value={choice}
        options={choices.map((value) => ({ value, label: choiceName(t, value, '…') }))}
        // The values are those of the options.
        onChange={setChoice}
      />
      {choice === 'upTo' ? (
        <Field label={t('refund-limit.label')} {...form.field('limit')} className="w-full max-w-48">
          <AmountInput currency={currency} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      ) : null}
      <Button {...form.submit} variant="secondary" busyLabel={t('refund-limit.saving')}>
        {t('refund-limit.save')}
      </Button>
    </form>
  )
}
