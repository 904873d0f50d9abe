import type { ComponentProps, ReactNode } from 'react'
import { type ActionForm, useActionForm } from '@/components/data/use-action-form'
import { useTexts } from '@/components/texts/texts-provider'
import { Field, type Problems } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import type { StepUp } from '@/lib/dashboard/team/step-up'
import type { ActionResult } from '@/lib/dashboard/web/shape'
import { normalizeText } from '@/lib/domain/text'
import { FormDialog } from './form-dialog'
import { StepUpFields, stepUpNames, useCheckStepUp } from './step-up-fields'

/** A field of the dialog above the step-up. `refused` returns its message for an error code of a service. */
type NameField = {
  label: string
  hint?: string
  missing: string
  type?: 'email' | 'password'
  refused?: (code: string) => string | undefined
}

type Typed = Readonly<Record<string, string>>

type Frame = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'lead' | 'failed' | 'danger' | 'opener' | 'onClose'
>
type Props<Data> = Frame & {
  /** Field for a typed name, a secret or an address. */
  name?: NameField | null | undefined
  /** Additional fields above the step-up. A function gets the form. */
  children?: ReactNode | ((form: Pick<ActionForm, 'field' | 'problems' | 'forget'>) => ReactNode)
  /** Names of the additional fields whose problems appear at them. */
  fields?: readonly string[] | undefined
  /** Returns the problems of the additional fields before anything is sent. */
  check?: (typed: Typed) => Problems<string>
  submitLabel: string
  cancelLabel?: string | undefined
  act: (stepUp: StepUp, name: string, typed: Typed) => Promise<ActionResult<Data> | null>
  onDone: (data: Data, typed: Typed) => unknown
  /** Called if no response arrived, after which the screen may be out of date. */
  onUnknown?: (() => void) | undefined
}

export function PasswordDialog<Data>({
  name,
  children,
  fields = [],
  check,
  submitLabel,
  cancelLabel,
  act,
  onDone,
  onUnknown,
  ...frame
}: Props<Data>) {
  const t = useTexts()
  const checkStepUp = useCheckStepUp()
  const form = useActionForm({
    fields: ['name', ...fields, ...stepUpNames],
    check: (typed) => ({
      ...(name && nameIn(typed) === '' ? { name: name.missing } : {}),
      ...check?.(typed),
      ...checkStepUp(stepUpIn(typed)),
    }),
    act: (typed) => act(stepUpIn(typed), nameIn(typed), typed),
    onDone,
    // A refusal after the step-up is about the typed text, whatever its field is called.
    onRefusal: ({ code, fields: [first] = [] }) => {
      const message = first?.message ?? name?.refused?.(code)
      return name && message && !stepUpNames.some((one) => one === first?.field) ? { name: message } : {}
    },
    noAnswer: { title: t('step-up.unknown.title'), message: t('step-up.unknown.message') },
    ...(onUnknown ? { onNoAnswer: onUnknown } : {}),
  })
  useFirstFocus(form.props.ref)

  return (
    <FormDialog
      {...frame}
      form={form}
      submit={submitLabel}
      busyLabel={t('step-up.busy')}
      cancel={cancelLabel}
    >
      {name ? (
        <Field label={name.label} hint={name.hint} {...form.field('name')} required>
          <Input
            type={name.type}
            autoComplete="off"
            spellCheck={false}
            maxLength={name.type === 'password' ? undefined : 200}
          />
        </Field>
      ) : null}
      {typeof children === 'function' ? children(form) : children}
      <StepUpFields field={form.field} />
    </FormDialog>
  )
}

const nameIn = ({ name = '' }: Typed) => normalizeText(name)

function stepUpIn({ password = '', code = '', passkey = '' }: Typed): StepUp {
  return { password, code, passkey }
}
