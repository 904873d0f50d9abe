'use client'

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { TextLink } from '@/components/ui/text-link'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { common } from '@/lib/messages/common'
import { developers } from '@/lib/messages/developers'
import { settings } from '@/lib/messages/settings'

type Props = {
  title: string
  lead: ReactNode
  /** The input; null if the act only needs a confirmation. */
  field: { label: string; hint?: string; missing: string; secret: boolean } | null
  /** True if the dialog also asks for the member's password and passes it to `act`. */
  confirms?: boolean
  /** An optional checkbox. */
  choice?: { label: string; hint: string }
  submitLabel: string
  busyLabel: string
  /** Title of the banner for a failure that belongs to no field. */
  failed: string
  cancelLabel?: string
  danger?: boolean
  act: (typed: string, chosen: boolean, password: string) => Promise<ActionResult<unknown>>
  /** Messages of the service's error codes at this field. */
  problems?: Readonly<Record<string, string>>
  /** Links to offer after a failure, by error code. */
  leads?: Readonly<Record<string, { href: string; label: string }>>
  onDone: (chosen: boolean) => void
  onClose: () => void
}

/** Renders a dialog for one act that needs a key, a secret, a typed name or a confirmation. */
export function OneFieldDialog({
  title,
  lead,
  field,
  confirms = false,
  choice,
  submitLabel,
  busyLabel,
  failed,
  cancelLabel = common.cancel,
  danger = false,
  act,
  problems = {},
  leads = {},
  onDone,
  onClose,
}: Props) {
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const [wrong, setWrong] = useState<string | undefined>()
  const [failure, setFailure] = useState<(Failure & { code: string }) | null>(null)
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState(false)
  // The focus moves one frame later, after the dialog has recorded the element to restore it to.
  useEffect(() => {
    const frame = requestAnimationFrame(() => (input.current ?? password.current)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  function refuse(message: string) {
    setProblem(message)
    input.current?.focus()
  }

  function refusePassword(message: string) {
    setWrong(message)
    password.current?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const typed = input.current?.value.trim() ?? ''
    const known = password.current?.value ?? ''
    setProblem(undefined)
    setWrong(undefined)
    if (field && typed === '') return refuse(field.missing)
    if (confirms && known === '') return refusePassword(developers.confirm.passwordMissing)
    setBusy(true)
    setFailure(null)
    const result = await act(typed, chosen, known).catch(() => null)
    if (result?.ok) return onDone(chosen)
    setBusy(false)
    const [first] = result?.error.fields ?? []
    if (confirms && first?.field === 'password') return refusePassword(first.message)
    const message = first?.message ?? problems[result?.error.code ?? '']
    if (field && message) return refuse(message)
    setFailure({
      code: result?.error.code ?? '',
      message: message ?? result?.error.message ?? settings.noAnswer,
      requestId: result?.error.requestId,
    })
  }

  const onward = failure ? leads[failure.code] : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      title={title}
      description={lead}
      closeLabel={common.close}
      footer={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={busyLabel}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
        {failure ? <FailureBanner title={failed} failure={failure} /> : null}
        {onward ? (
          <p>
            <TextLink>
              {/* A full page load: the address may belong to another account. */}
              <a href={onward.href}>{onward.label}</a>
            </TextLink>
          </p>
        ) : null}
        {field ? (
          <Field label={field.label} hint={field.hint} error={problem} required>
            <Input
              ref={input}
              name="typed"
              type={field.secret ? 'password' : 'text'}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        ) : null}
        {confirms ? (
          <Field label={developers.confirm.password} error={wrong} required>
            <Input ref={password} name="password" type="password" autoComplete="current-password" />
          </Field>
        ) : null}
        {choice ? (
          <div className="flex gap-2.5">
            <Checkbox
              id={`${formId}-choice`}
              checked={chosen}
              aria-describedby={`${formId}-hint`}
              onChange={(event) => setChosen(event.target.checked)}
            />
            <div>
              <label htmlFor={`${formId}-choice`}>{choice.label}</label>
              <p id={`${formId}-hint`} className="text-muted text-sm">
                {choice.hint}
              </p>
            </div>
          </div>
        ) : null}
      </form>
    </Dialog>
  )
}
