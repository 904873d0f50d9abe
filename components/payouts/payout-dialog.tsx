'use client'

import { ArrowDown } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
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
const stepOf = (field: DraftField) => (accountFields.some((name) => name === field) ? 'account' : 'review')

type Problems = Partial<Record<DraftField, string>>
type Props = {
  account: PayoutAccount | null
  nameAccount: (input: BankAccountInput) => Promise<ActionResult<unknown>>
  /** Empty in live mode. */
  testAccounts: readonly TestAccountLine[]
  onSaved: () => void
  onClose: () => void
}

/** Renders the dialog for a new bank account: entry, then review and confirmation by its number and the password. */
export function PayoutDialog({ account, nameAccount, testAccounts, onSaved, onClose }: Props) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [step, setStep] = useState<'account' | 'review'>('account')
  const [draft, setDraft] = useState<BankAccountDraft>(emptyDraft)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [focused, setFocused] = useState<DraftField>('bank_name')

  // The focus moves one frame later, after the dialog has recorded the old focus or the other step has rendered.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const control = form.current?.elements.namedItem(step === stepOf(focused) ? focused : 'repeat')
      if (control instanceof HTMLElement) control.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [step, focused])

  function show(found: Problems) {
    setProblems(found)
    const first = [...accountFields, ...reviewFields].find((name) => found[name])
    if (!first) return
    setStep(stepOf(first))
    setFocused(first)
    const control = form.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }

  function showMissing(missing: readonly DraftField[]) {
    show(Object.fromEntries(missing.map((name) => [name, copy.missing[name]])))
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    if (step === 'account') {
      const missing = emptyFields(draft, accountFields)
      if (missing.length > 0) return showMissing(missing)
      setProblems({})
      setFocused('repeat')
      return setStep('review')
    }
    const missing = emptyFields(draft, reviewFields)
    if (missing.length > 0) return showMissing(missing)
    if (!sameNumber(draft.number, draft.repeat)) return show({ repeat: copy.differs })
    await save()
  }

  async function save() {
    setBusy(true)
    setProblems({})
    setFailure(null)
    const { repeat: _, ...input } = draft
    const result = await nameAccount(input).catch(() => null)
    if (result?.ok) return onSaved()
    setBusy(false)
    const refused: Problems = {}
    for (const { field, message } of result?.error.fields ?? []) {
      const name = [...accountFields, ...reviewFields].find((known) => known === field)
      if (name) refused[name] = message
    }
    if (Object.keys(refused).length > 0) return show(refused)
    setFailure({ message: result?.error.message ?? copy.noAnswer, requestId: result?.error.requestId })
  }

  function pick(number: string) {
    setDraft({ ...draft, number })
    const field = form.current?.elements.namedItem('number')
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
      description={step === 'review' ? copy.reviewLead : undefined}
      closeLabel={common.close}
      footer={
        step === 'review' ? (
          <>
            <Button onClick={() => setStep('account')}>{copy.back}</Button>
            <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={copy.busy}>
              {copy.submit}
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
      <form id={formId} ref={form} onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
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
            <Field label={copy.password} error={problems.password} required>
              <Input {...control('password')} type="password" autoComplete="current-password" />
            </Field>
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
