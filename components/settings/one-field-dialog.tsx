'use client'

import { type ReactNode, useId, useState } from 'react'
import { FailureBanner } from '@/components/data/failure-banner'
import { useActionForm } from '@/components/data/use-action-form'
import { StepUpFields, stepUpNames, useCheckStepUp } from '@/components/step-up/step-up-fields'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { TextLink } from '@/components/ui/text-link'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'

type Props = {
  title: string
  lead: ReactNode
  /** The input; null if the act only needs a step-up. */
  field: { label: string; hint?: string; missing: string; secret: boolean } | null
  /** An optional checkbox. */
  choice?: { label: string; hint: string }
  submitLabel: string
  busyLabel: string
  /** Title of the banner for a failure that belongs to no field. */
  failed: string
  cancelLabel?: string
  danger?: boolean
  act: (stepUp: StepUp, typed: string, chosen: boolean) => Promise<ActionResult<unknown>>
  /** Messages of the service's error codes at this field. */
  problems?: Readonly<Record<string, string>>
  /** Links to offer after a failure, by error code. */
  leads?: Readonly<Record<string, { href: string; label: string }>>
  onDone: (chosen: boolean) => void
  onClose: () => void
}

/** Renders a dialog for one act that needs a step-up and, optionally, a key, a secret or a typed name. */
export function OneFieldDialog({
  title,
  lead,
  field,
  choice,
  submitLabel,
  busyLabel,
  failed,
  cancelLabel = common.cancel,
  danger = false,
  act,
  problems: known = {},
  leads = {},
  onDone,
  onClose,
}: Props) {
  const formId = useId()
  const [chosen, setChosen] = useState(false)
  const [code, setCode] = useState('')
  const checkStepUp = useCheckStepUp()
  const form = useActionForm({
    fields: ['typed', ...stepUpNames],
    check: ({ typed, ...stepUp }) => ({
      ...(field && typed.trim() === '' ? { typed: field.missing } : {}),
      ...checkStepUp(stepUp),
    }),
    act: ({ typed, ...stepUp }) => {
      setCode('')
      return act(stepUp, typed.trim(), chosen)
    },
    onDone: () => onDone(chosen),
    // A refusal after the step-up is about the typed text, whatever its field is called.
    onRefusal: (error) => {
      setCode(error.code)
      const [first] = error.fields ?? []
      const message = first?.message ?? known[error.code]
      return field && message && !stepUpNames.some((name) => name === first?.field) ? { typed: message } : {}
    },
    noAnswer: settings.noAnswer,
  })
  const { problems, failure, busy } = form
  useFirstFocus(form.props.ref)

  const onward = failure ? leads[code] : undefined
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
      <form id={formId} {...form.props} className="flex flex-col gap-4">
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
          <Field label={field.label} hint={field.hint} error={problems.typed} required>
            <Input
              name="typed"
              type={field.secret ? 'password' : 'text'}
              autoComplete="off"
              spellCheck={false}
            />
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
        <StepUpFields problems={problems} />
      </form>
    </Dialog>
  )
}
