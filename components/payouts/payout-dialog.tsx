'use client'

import { ArrowDown } from 'lucide-react'
import { useId, useState } from 'react'
import { FailureBanner } from '@/components/data/failure'
import { useActionForm } from '@/components/data/use-action-form'
import { StepUpFields, stepUpNames, useCheckStepUp } from '@/components/step-up/step-up-fields'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { bareAccountNumber, isWrongIban } from '@/lib/domain/account-number'
import { common } from '@/lib/messages/common'
import { payouts } from '@/lib/messages/payouts'
import {
  accountFields,
  type BankAccountDraft,
  type DraftField,
  emptyDraft,
  emptyFields,
  reviewFields,
  sameNumber,
} from './bank-account-draft'
import type { BankAccountInput, PayoutAccount } from './payout-account'
import { type TestAccountLine, TestAccounts } from './test-accounts'

const copy = payouts.form

/** Time at which a new account receives: a first one and `atOnce` without a waiting time, `held` after it. */
type Timing = 'first' | 'held' | 'atOnce'

type Props = {
  account: PayoutAccount | null
  /** Account that a waiting change has set for later; the new one takes its place. */
  next: PayoutAccount | null
  timing: Timing
  nameAccount: (input: BankAccountInput, stepUp: StepUp) => Promise<ActionResult<unknown>>
  /** Empty in live mode. */
  testAccounts: readonly TestAccountLine[]
  onSaved: () => void
  onClose: () => void
}

/** Renders the dialog for a new bank account: entry, then review and confirmation by its number and a step-up. */
export function PayoutDialog({ account, next, timing, nameAccount, testAccounts, onSaved, onClose }: Props) {
  const formId = useId()
  const [step, setStep] = useState<'account' | 'review'>('account')
  const [draft, setDraft] = useState<BankAccountDraft>(emptyDraft)
  const checkStepUp = useCheckStepUp()
  const form = useActionForm({
    fields: [...accountFields, ...reviewFields, ...stepUpNames],
    check: (typed) => {
      const missing = emptyFields(draft, step === 'account' ? accountFields : reviewFields)
      const problems = Object.fromEntries(missing.map((name) => [name, copy.missing[name]]))
      if (step === 'account')
        return {
          ...(isWrongIban(bareAccountNumber(draft.number)) ? { number: copy.wrongIban } : {}),
          ...problems,
        }
      const differs = sameNumber(draft.number, draft.repeat) ? {} : { repeat: copy.differs }
      return { ...differs, ...problems, ...checkStepUp(typed) }
    },
    // The first step leads to the second, which sends.
    maySend: () => {
      setStep('review')
      return step === 'review'
    },
    act: ({ password, code, passkey }) => {
      const { repeat: _, ...input } = draft
      return nameAccount(input, { password, code, passkey })
    },
    onDone: onSaved,
    onRefusal: ({ fields = [] }) => {
      if (fields.some(({ field }) => accountFields.some((name) => name === field))) setStep('account')
    },
    noAnswer: copy.noAnswer,
  })
  const { problems, failure, busy } = form
  useFirstFocus(form.props.ref, step)

  function pick(number: string) {
    setDraft({ ...draft, number })
    const field = form.props.ref.current?.elements.namedItem('number')
    if (field instanceof HTMLElement) field.focus()
  }

  const control = (name: DraftField) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      title={step === 'review' ? copy.reviewTitle : account ? payouts.account.change : payouts.account.name}
      description={
        step === 'review'
          ? `${copy.reviewLeads[timing]}${next ? ` ${copy.replaces(next.last4)}` : ''}`
          : undefined
      }
      footer={
        step === 'review' ? (
          <>
            <Button onClick={() => setStep('account')}>{copy.back}</Button>
            <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={copy.busy}>
              {copy.submits[timing]}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button type="submit" form={formId} variant="primary">
              {copy.review}
            </Button>
          </>
        )
      }
    >
      <form id={formId} {...form.props} className="flex flex-col gap-4">
        {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
        {step === 'account' ? (
          <>
            <Field label={copy.bank} error={problems.bank_name} required>
              <Input {...control('bank_name')} autoComplete="off" maxLength={200} />
            </Field>
            <Field label={copy.holder} error={problems.holder} required>
              <Input {...control('holder')} autoComplete="off" maxLength={200} />
            </Field>
            <Field label={copy.number} hint={copy.numberHint} error={problems.number} required>
              <Input {...control('number')} autoComplete="off" spellCheck={false} maxLength={60} />
            </Field>
            {testAccounts.length > 0 ? <TestAccounts accounts={testAccounts} onPick={pick} /> : null}
          </>
        ) : (
          <>
            <FromTo account={account} draft={draft} />
            <Field label={copy.repeat} hint={copy.repeatHint} error={problems.repeat} required>
              <Input {...control('repeat')} autoComplete="off" spellCheck={false} maxLength={60} />
            </Field>
            <StepUpFields problems={problems} />
          </>
        )}
      </form>
    </Dialog>
  )
}

/** Renders the previous and the new bank account. */
function FromTo({ account, draft }: { account: PayoutAccount | null; draft: BankAccountDraft }) {
  return (
    <dl className="flex flex-col rounded-md bg-sunken px-3.5 py-3">
      {account ? (
        <>
          <AccountLine
            name={copy.from}
            bank={account.bankName}
            holder={account.holder}
            number={payouts.account.ends(account.last4)}
          />
          <ArrowDown aria-hidden className="my-1.5 size-4 text-muted" />
        </>
      ) : null}
      <AccountLine name={copy.to} bank={draft.bank_name} holder={draft.holder} number={draft.number} />
    </dl>
  )
}

function AccountLine({
  name,
  bank,
  holder,
  number,
}: {
  name: string
  bank: string
  holder: string
  number: string
}) {
  return (
    <div>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="wrap-anywhere">
        <bdi className="font-medium">{bank}</bdi> <span className="tnum">{number}</span>
        <span className="block text-muted text-sm">
          <bdi>{holder}</bdi>
        </span>
      </dd>
    </div>
  )
}
