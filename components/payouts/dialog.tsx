import { ArrowDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { nameAccountAction } from '@/app/(dashboard)/[account]/(panel)/payouts/actions'
import { useAct } from '@/components/data/member'
import { useActionForm } from '@/components/data/use-action-form'
import { FormDialog } from '@/components/step-up/form-dialog'
import { StepUpFields, stepUpNames, useCheckStepUp } from '@/components/step-up/step-up-fields'
import { useTexts } from '@/components/texts/texts-provider'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { TestFold } from '@/components/ui/test-fold'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import type { PayoutAccount } from '@/lib/contract/panel/payouts'
import { bareAccountNumber, isWrongIban } from '@/lib/domain/account-number'
import { normalizeText } from '@/lib/domain/text'

const accountFields = ['bank_name', 'holder', 'number'] as const
/** `repeat` is the number, entered a second time. */
type DraftField = (typeof accountFields)[number] | 'repeat'

type Props = {
  account: PayoutAccount | null
  /** Account that a waiting change has set for later; the new one takes its place. */
  next: PayoutAccount | null
  /** Time at which the account receives: a first one and `atOnce` without a waiting time, `held` after it. */
  timing: 'first' | 'held' | 'atOnce'
  testAccounts: readonly TestAccountLine[]
  onSaved: () => void
  onClose: () => void
}

/** Renders the dialog for a new bank account: entry, then review and confirmation by its number and a step-up. */
export function PayoutDialog({ account, next, timing, testAccounts, onSaved, onClose }: Props) {
  const t = useTexts()
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
        ...(!isReview && isWrongIban(number) ? { number: t('payouts.form.wrongIban') } : {}),
        ...(isReview && number !== bareAccountNumber(draft.repeat)
          ? { repeat: t('payouts.form.differs') }
          : {}),
        ...Object.fromEntries(missing.map((field) => [field, t(`payouts.form.missing.${field}`)])),
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
      const wrong = accountFields.filter((name) => fields.some(({ field }) => field === name))
      if (wrong.length > 0) setIsReview(false)
      return Object.fromEntries(wrong.map((name) => [name, t(`payouts.form.wrong.${name}`)]))
    },
    noAnswer: t('payouts.form.noAnswer'),
  })
  useFirstFocus(form.props.ref, String(isReview))

  function pick(picked: string) {
    setDraft({ ...draft, number: picked })
    form.props.ref.current?.querySelector<HTMLElement>('[name=number]')?.focus()
  }

  const control = (name: DraftField) => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
    autoComplete: 'off',
    maxLength: 200,
  })

  return (
    <FormDialog
      form={form}
      title={
        isReview
          ? t('payouts.form.reviewTitle')
          : t(account ? 'payouts.account.change' : 'payouts.account.name')
      }
      lead={
        isReview
          ? [
              t(`payouts.form.reviewLeads.${timing}`),
              ...(next ? [t('payouts.form.replaces', { last4: next.last4 })] : []),
            ].join(' ')
          : undefined
      }
      failed={t('payouts.form.failed')}
      submit={isReview ? t(`payouts.form.submits.${timing}`) : t('payouts.form.review')}
      busyLabel={t('payouts.form.busy')}
      cancel={isReview ? t('payouts.form.back') : undefined}
      onCancel={isReview ? () => setIsReview(false) : onClose}
      onClose={onClose}
    >
      {isReview ? (
        <>
          <Comparison account={account} draft={draft} />
          <Field
            label={t('payouts.form.repeat')}
            hint={t('payouts.form.repeatHint')}
            {...form.field('repeat')}
            required
          >
            <Input {...control('repeat')} spellCheck={false} />
          </Field>
          <StepUpFields field={form.field} />
        </>
      ) : (
        <>
          <Field label={t('payouts.form.bank')} {...form.field('bank_name')} required>
            <Input {...control('bank_name')} />
          </Field>
          <Field label={t('payouts.form.holder')} {...form.field('holder')} required>
            <Input {...control('holder')} />
          </Field>
          <Field
            label={t('payouts.form.number')}
            hint={t('payouts.form.numberHint')}
            {...form.field('number')}
            required
          >
            <Input {...control('number')} spellCheck={false} />
          </Field>
          {testAccounts.length > 0 ? <TestAccounts accounts={testAccounts} onPick={pick} /> : null}
        </>
      )}
    </FormDialog>
  )
}

type ComparisonProps = { account: PayoutAccount | null; draft: Record<DraftField, string> }

function Comparison({ account, draft }: ComparisonProps) {
  const t = useTexts()
  return (
    <dl className="flex flex-col rounded-md bg-sunken px-3.5 py-3">
      {account ? (
        <>
          <AccountLine
            name={t('payouts.form.from')}
            bank={account.bankName}
            holder={account.holder}
            number={t('payouts.account.ends', { last4: account.last4 })}
          />
          <ArrowDown aria-hidden className="my-1.5 size-4 text-muted" />
        </>
      ) : null}
      <AccountLine
        name={t('payouts.form.to')}
        bank={draft.bank_name}
        holder={draft.holder}
        number={draft.number}
      />
    </dl>
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
  const t = useTexts()
  const list = useRef<HTMLDetailsElement>(null)
  return (
    <TestFold list={list} title={t('payouts.testAccounts.title')}>
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
                <span className="sr-only">{t('payouts.testAccounts.use')} </span>
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
