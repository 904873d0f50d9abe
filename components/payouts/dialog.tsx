'use client'

import { ArrowDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { nameAccountAction } from '@/app/(dashboard)/[account]/(panel)/payouts/actions'
import { useAct } from '@/components/data/read'
import { useActionForm } from '@/components/data/use-action-form'
import { FormDialog } from '@/components/step-up/form-dialog'
import { StepUpFields, stepUpNames, useCheckStepUp } from '@/components/step-up/step-up-fields'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { TestFold } from '@/components/ui/test-fold'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import type { PayoutAccount } from '@/lib/contract/panel/payouts'
import { bareAccountNumber, isWrongIban } from '@/lib/domain/account-number'
import { normalizeText } from '@/lib/domain/text'
import { payouts } from '@/lib/messages/payouts'

const copy = payouts.form

const accountFields = ['bank_name', 'holder', 'number'] as const
/** `repeat` is the number, entered a second time. */
type DraftField = (typeof accountFields)[number] | 'repeat'

type Props = {
  account: PayoutAccount | null
  /** Account that a waiting change has set for later; the new one takes its place. */
  next: PayoutAccount | null
  /** Time at which the account receives: a first one and `atOnce` without a waiting time, `held` after it. */
  timing: 'first' | 'held' | 'atOnce'
  /** Empty in live mode. */
  testAccounts: readonly TestAccountLine[]
  onSaved: () => void
  onClose: () => void
}

/** Renders the dialog for a new bank account: entry, then review and confirmation by its number and a step-up. */
export function PayoutDialog({ account, next, timing, testAccounts, onSaved, onClose }: Props) {
  const nameAccount = useAct(nameAccountAction)
  const [isReview, setIsReview] = useState(false)
  const [draft, setDraft] = useState({ bank_name: '', holder: '', number: '', repeat: '' })
  const checkStepUp = useCheckStepUp()
  const number = bareAccountNumber(draft.number)
  const form = useActionForm({
    fields: [...accountFields, 'repeat', ...stepUpNames],
    check: (typed) => {
      const asked: readonly DraftField[] = isReview ? ['repeat'] : accountFields
      const missing = asked.filter((field) => normalizeText(draft[field]) === '')
      return {
        ...(!isReview && isWrongIban(number) ? { number: copy.wrongIban } : {}),
        ...(isReview && number !== bareAccountNumber(draft.repeat) ? { repeat: copy.differs } : {}),
        ...Object.fromEntries(missing.map((field) => [field, copy.missing[field]])),
        ...(isReview ? checkStepUp(typed) : {}),
      }
    },
    // The first step leads to the second, which sends.
    maySend: () => {
      setIsReview(true)
      return isReview
    },
    act: ({ password, code, passkey }) => {
      const { repeat: _, ...input } = draft
      return nameAccount(input, { password, code, passkey })
    },
    onDone: onSaved,
    onRefusal: ({ fields = [] }) => {
      if (fields.some(({ field }) => accountFields.some((name) => name === field))) setIsReview(false)
    },
    noAnswer: copy.noAnswer,
  })
  const { problems } = form
  useFirstFocus(form.props.ref, String(isReview))

  function pick(picked: string) {
    setDraft({ ...draft, number: picked })
    form.props.ref.current?.querySelector<HTMLElement>('[name=number]')?.focus()
  }

  const control = (name: DraftField) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
    autoComplete: 'off',
    maxLength: 200,
  })

  return (
    <FormDialog
      form={form}
      title={isReview ? copy.reviewTitle : account ? payouts.account.change : payouts.account.name}
      lead={
        isReview ? `${copy.reviewLeads[timing]}${next ? ` ${copy.replaces(next.last4)}` : ''}` : undefined
      }
      failed={copy.failed}
      submit={isReview ? copy.submits[timing] : copy.review}
      busyLabel={copy.busy}
      cancel={isReview ? copy.back : undefined}
      onCancel={isReview ? () => setIsReview(false) : onClose}
      onClose={onClose}
    >
      {isReview ? (
        <>
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
          <Field label={copy.repeat} hint={copy.repeatHint} error={problems.repeat} required>
            <Input {...control('repeat')} spellCheck={false} />
          </Field>
          <StepUpFields problems={problems} />
        </>
      ) : (
        <>
          <Field label={copy.bank} error={problems.bank_name} required>
            <Input {...control('bank_name')} />
          </Field>
          <Field label={copy.holder} error={problems.holder} required>
            <Input {...control('holder')} />
          </Field>
          <Field label={copy.number} hint={copy.numberHint} error={problems.number} required>
            <Input {...control('number')} spellCheck={false} />
          </Field>
          {testAccounts.length > 0 ? <TestAccounts accounts={testAccounts} onPick={pick} /> : null}
        </>
      )}
    </FormDialog>
  )
}

type LineProps = { name: string; bank: string; holder: string; number: string }

function AccountLine({ name, bank, holder, number }: LineProps) {
  return (
    <div>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="wrap-anywhere">
        <bdi className="font-medium">{bank}</bdi> <span className="tnum">{number}</span>
        <bdi className="block text-muted text-sm">{holder}</bdi>
      </dd>
    </div>
  )
}

/** An account number of the test bank, and the outcome of a transfer to it. */
export type TestAccountLine = { number: string; outcome: string }

type TestProps = { accounts: readonly TestAccountLine[]; onPick: (number: string) => void }

/** Renders the account numbers of the test bank, in test mode only. A press on a row fills in its number. */
function TestAccounts({ accounts, onPick }: TestProps) {
  const list = useRef<HTMLDetailsElement>(null)
  return (
    <TestFold list={list} title={payouts.testAccounts.title}>
      <ul className="flex flex-col px-1 pb-1">
        {accounts.map(({ number, outcome }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => {
                if (list.current) list.current.open = false
                onPick(number)
              }}
              className="hit flex w-full flex-wrap items-baseline gap-x-3 rounded-md px-2 py-1 text-left transition-colors hover:bg-hover"
            >
              <span className="tnum font-medium">
                <span className="sr-only">{payouts.testAccounts.use} </span>
                {number}
              </span>
              <span className="min-w-0 flex-1 basis-40 text-muted text-xs">{outcome}</span>
            </button>
          </li>
        ))}
      </ul>
    </TestFold>
  )
}
