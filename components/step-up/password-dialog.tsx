'use client'

import { type ReactNode, type RefObject, useId } from 'react'
import { FailureBanner } from '@/components/data/failure'
import { useActionForm } from '@/components/data/use-action-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { normalizeText } from '@/lib/domain/text'
import { common } from '@/lib/messages/common'
import { developers } from '@/lib/messages/developers'
import { StepUpFields, stepUpNames, useCheckStepUp } from './step-up-fields'

const copy = developers.confirm

/** A field of the dialog above the step-up. `refused` are its messages by the error codes of a service. */
type NameField = {
  label: string
  hint?: string
  missing: string
  type?: 'email' | 'password'
  refused?: Readonly<Record<string, string>>
}

type Props<Data> = {
  title: string
  lead: ReactNode
  /** Field for a typed name, a secret or an address; null without one. */
  name: NameField | null
  /** Additional fields above the step-up. */
  children?: ReactNode
  submitLabel: string
  cancelLabel?: string
  /** Title of a failure. */
  failed: string
  danger?: boolean
  /** The element that regains the focus; by default the previously focused one. */
  opener?: RefObject<HTMLElement | null>
  act: (stepUp: StepUp, name: string) => Promise<ActionResult<Data> | null>
  onDone: (data: Data) => void
  /** Called if no response arrived, after which the screen may be out of date. */
  onUnknown?: () => void
  onClose: () => void
}

/** Renders the dialog of a change that needs a step-up and, optionally, a typed name. */
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
  const checkStepUp = useCheckStepUp()
  const form = useActionForm({
    fields: ['name', ...stepUpNames],
    check: (typed) => ({
      ...(name && normalizeText(typed.name) === '' ? { name: name.missing } : {}),
      ...checkStepUp(typed),
    }),
    act: ({ name, ...stepUp }) => act(stepUp, normalizeText(name)),
    onDone,
    // A refusal after the step-up is about the typed text, whatever its field is called.
    onRefusal: ({ code, fields: [first] = [] }) => {
      const message = first?.message ?? name?.refused?.[code]
      return name && message && !stepUpNames.some((one) => one === first?.field) ? { name: message } : {}
    },
    noAnswer: developers.unknown,
    ...(onUnknown ? { onNoAnswer: onUnknown } : {}),
  })
  const { problems, failure, busy } = form
  useFirstFocus(form.props.ref)

  // The pending response may carry a key that is shown only once, so the dialog stays open.
  const leave = () => (busy ? undefined : onClose())
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : leave())}
      title={title}
      description={lead}
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
      <form id={formId} {...form.props} className="flex flex-col gap-4">
        {failure ? <FailureBanner title={failure.title ?? failed} failure={failure} /> : null}
        {name ? (
          <Field label={name.label} hint={name.hint} error={problems.name} required>
            <Input
              name="name"
              type={name.type}
              autoComplete="off"
              spellCheck={false}
              maxLength={name.type === 'password' ? undefined : 200}
            />
          </Field>
        ) : null}
        {children}
        <StepUpFields problems={problems} />
      </form>
    </Dialog>
  )
}
