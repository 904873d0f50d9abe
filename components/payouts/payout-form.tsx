'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import type { ActionResult } from '@/components/data/action-result'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import { payouts as words } from '@/lib/messages/payouts'
import type { BankAccountInput } from './payout-screen'

type Problems = Partial<Record<keyof BankAccountInput, string>>

type Props = {
  nameAccount: (input: BankAccountInput) => Promise<ActionResult<unknown>>
  hint: string | null
}

const names = ['bank_name', 'holder', 'number', 'password'] as const

/** A new bank account, confirmed by the password. */
export function PayoutForm({ nameAccount, hint }: Props) {
  const router = useRouter()
  const toast = useToast()
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    const given = new FormData(form)
    const value = (name: keyof BankAccountInput) => String(given.get(name) ?? '')
    const missing: Problems = {}
    for (const name of names) if (value(name).trim() === '') missing[name] = words.missing[name]
    setProblems(missing)
    setFailure(null)
    const [first] = names.filter((name) => missing[name])
    if (first) return focus(form, first)
    setBusy(true)
    const result = await nameAccount({
      bank_name: value('bank_name'),
      holder: value('holder'),
      number: value('number'),
      password: value('password'),
    }).catch(() => null)
    setBusy(false)
    if (result?.ok) {
      form.reset()
      toast({ message: words.saved })
      return router.refresh()
    }
    const refused: Problems = {}
    for (const { field, message } of result?.error.fields ?? []) {
      const name = names.find((known) => known === field)
      if (name) refused[name] = message
    }
    const [wrong] = names.filter((name) => refused[name])
    setProblems(refused)
    if (wrong) focus(form, wrong)
    else setFailure(result?.error.message ?? words.noAnswer)
  }

  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      {failure ? (
        <Banner tone="danger" title={words.failed} announce>
          {failure}
        </Banner>
      ) : null}
      <Field label={words.bank} error={problems.bank_name} required>
        <Input name="bank_name" autoComplete="off" maxLength={200} />
      </Field>
      <Field label={words.holder} error={problems.holder} required>
        <Input name="holder" autoComplete="off" maxLength={200} />
      </Field>
      <Field label={words.number} hint={hint ?? words.numberHint} error={problems.number} required>
        <Input name="number" autoComplete="off" spellCheck={false} maxLength={60} />
      </Field>
      <Field label={words.password} hint={words.passwordHint} error={problems.password} required>
        <Input name="password" type="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" busy={busy} className="self-start">
        {busy ? words.busy : words.submit}
      </Button>
    </form>
  )
}

function focus(form: HTMLFormElement, name: keyof BankAccountInput): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}
