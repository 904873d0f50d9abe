'use client'

import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { common } from '@/lib/messages/common'
import { developers } from '@/lib/messages/developers'

const copy = developers.confirm

/** A field of the dialog beside the password. */
type NameField = { label: string; hint?: string; missing: string; type?: 'email' }

type Props<Data> = {
  title: string
  lead: ReactNode
  /** Field for a typed name; null without one. */
  name: NameField | null
  /** Additional fields above the password. */
  children?: ReactNode
  submitLabel: string
  cancelLabel?: string
  /** Title of a failure. */
  failed: string
  danger?: boolean
  /** The element that regains the focus; by default the previously focused one. */
  opener?: RefObject<HTMLElement | null>
  act: (typed: { name: string; password: string }) => Promise<ActionResult<Data>>
  onDone: (data: Data) => void
  /** Called if no response arrived, after which the screen may be out of date. */
  onUnknown: () => void
  onClose: () => void
}

/** Renders the dialog of a change that needs the member's password and, optionally, a typed name. */
export function PasswordDialog<Data>(props: Props<Data>) {
  const {
    title,
    lead,
    name,
    children,
    submitLabel,
    cancelLabel = common.cancel,
    failed,
    danger = false,
    opener,
    act,
    onDone,
    onUnknown,
    onClose,
  } = props
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<(Failure & { title?: string }) | null>(null)
  const [busy, setBusy] = useState(false)
  const fields: readonly string[] = name ? ['name', 'password'] : ['password']
  // The focus moves one frame later, after the dialog has recorded the element to restore it to.
  useEffect(() => {
    const frame = requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  function refuse(found: Readonly<Record<string, string>>) {
    setProblems(found)
    const first = fields.find((field) => found[field])
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const typed = {
      name: String(data.get('name') ?? '').trim(),
      password: String(data.get('password') ?? ''),
    }
    const missing = {
      ...(name && typed.name === '' ? { name: name.missing } : {}),
      ...(typed.password === '' ? { password: copy.passwordMissing } : {}),
    }
    if (Object.keys(missing).length > 0) return refuse(missing)
    setBusy(true)
    setProblems({})
    setFailure(null)
    const result = await act(typed).catch(() => null)
    if (result?.ok) return onDone(result.data)
    setBusy(false)
    if (!result) {
      setFailure(developers.unknown)
      return onUnknown()
    }
    const { fields: refused = [], message, requestId } = result.error
    const found = refused.map((one) => [one.field, one.message] as const)
    const here = found.filter(([field]) => fields.includes(field))
    if (here.length > 0) return refuse(Object.fromEntries(here))
    setFailure({ message: found[0]?.[1] ?? message, requestId })
  }

  // The pending response may carry a key that is shown only once, so the dialog stays open.
  const leave = () => (busy ? undefined : onClose())
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : leave())}
      title={title}
      description={lead}
      closeLabel={common.close}
      {...(opener ? { opener } : {})}
      footer={
        <>
          <Button onClick={leave}>{cancelLabel}</Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={copy.busy}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
        {failure ? <FailureBanner title={failure.title ?? failed} failure={failure} /> : null}
        {name ? (
          <Field label={name.label} hint={name.hint} error={problems.name} required>
            <Input name="name" type={name.type} autoComplete="off" spellCheck={false} maxLength={200} />
          </Field>
        ) : null}
        {children}
        <Field label={copy.password} error={problems.password} required>
          <Input name="password" type="password" autoComplete="current-password" />
        </Field>
      </form>
    </Dialog>
  )
}
