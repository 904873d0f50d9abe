import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTexts } from '@/components/texts/texts-provider'
import type { BoundField, Problems } from '@/components/ui/field'
import type { ActionResult, Problem } from '@/lib/dashboard/web/shape'
import type { Failure } from './failure'

type FormFailure = Failure & { title?: string | undefined }

type Options<Name extends string, Data> = {
  /** Names of the fields in their order on the page. */
  fields: readonly Name[]
  /** Returns the fields that are wrong before anything is sent. */
  check?: (values: Record<Name, string>) => Problems<Name>
  /** Returns false if nothing may be sent now, for example without a network. */
  maySend?: () => boolean
  act: (values: Record<Name, string>) => Promise<ActionResult<Data> | null>
  /** The form stays locked afterwards, because another page loads or a dialog closes. */
  onDone: (data: Data, values: Record<Name, string>) => unknown
  /** May return the fields to mark for a refusal that names none of them. */
  onRefusal?: (error: Problem) => Problems<Name> | undefined
  /** Failure without an answer, or with one that leaves the outcome open. */
  noAnswer?: string | FormFailure
  onNoAnswer?: () => void
}

/** A form of any fields, for frames that render it. */
export type ActionForm = ReturnType<typeof useActionForm<string, unknown>>

/** Returns the state of a form that calls a server action: one call at a time, errors at their fields, others for a banner. */
export function useActionForm<Name extends string, Data>(options: Options<Name, Data>) {
  const t = useTexts()
  const { fields, check, maySend, act, onDone, onRefusal, onNoAnswer } = options
  const noAnswer = options.noAnswer ?? t('common.noAnswer')
  const form = useRef<HTMLFormElement>(null)
  const isLocked = useRef(false)
  const [problems, setProblems] = useState<Problems<Name>>({})
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const [busy, setBusy] = useState(false)

  function lock(next: boolean) {
    isLocked.current = next
    setBusy(next)
  }

  /** Removes the error of a field that is being edited. */
  function forget(name: Name) {
    if (problems[name]) setProblems((before) => ({ ...before, [name]: undefined }))
  }

  function refuse(found: Problems<Name>) {
    // Rendered at once: the focus goes to the first control that is marked.
    flushSync(() => setProblems(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  function showRefusal(error: Problem) {
    const found: Problems<Name> = { ...onRefusal?.(error) }
    for (const { field, message } of error.fields ?? []) {
      const name = fields.find((known) => known === field)
      if (name) found[name] ??= message
    }
    if (Object.keys(found).length > 0) return refuse(found)
    setFailure({ message: error.fields?.[0]?.message ?? error.message, requestId: error.requestId })
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLocked.current) return
    const values = valuesOf(event.currentTarget, fields)
    setFailure(null)
    const wrong = check?.(values) ?? {}
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setProblems({})
    if (maySend && !maySend()) return
    lock(true)
    const result = await act(values).catch(() => null)
    if (result?.ok)
      try {
        await onDone(result.data, values)
        return
      } catch {
        // The action succeeded, but the page could not follow: another try is possible.
      }
    lock(false)
    if (result && !result.ok && result.error.code !== 'outcome_unknown') return showRefusal(result.error)
    const requestId = result && !result.ok ? result.error.requestId : undefined
    setFailure(typeof noAnswer === 'string' ? { message: noAnswer, requestId } : { ...noAnswer, requestId })
    onNoAnswer?.()
  }

  return {
    /** Attributes of the form element. Before hydration, `post` keeps typed values out of the URL. */
    props: { ref: form, onSubmit: submit, method: 'post', noValidate: true } as const,
    /** Attributes of the button that submits the form. */
    submit: { type: 'submit', variant: 'primary', busy } as const,
    field: (name: Name): BoundField => ({ name, error: problems[name], onEdit: () => forget(name) }),
    problems,
    failure,
    busy,
    forget,
    /** Marks fields without moving the focus. */
    mark: (found: Problems<Name>) => setProblems((before) => ({ ...before, ...found })),
    clear() {
      setProblems({})
      setFailure(null)
    },
    unlock: () => lock(false),
  }
}

function valuesOf<Name extends string>(form: HTMLFormElement, fields: readonly Name[]): Record<Name, string> {
  const data = new FormData(form)
  const values = fields.map((name) => [name, String(data.get(name) ?? '')])
  // The keys are those of `fields`.
  return Object.fromEntries(values) as Record<Name, string>
}
