'use client'

import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FieldError } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { normalizeText } from '@/lib/domain/text'
import { savedViews } from '@/lib/messages/saved-views'
import { useViews } from './saved-views'

const NAME_MAX = 40

type Props = {
  /** Heading above the field, if the panel has other content. */
  heading?: string
  onClose: () => void
}

/** Renders the form that saves the current filters under a name. */
export function SaveViewForm({ heading, onClose }: Props) {
  const kept = useViews()
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  if (!kept?.mayKeep) return null
  const { keep, query } = kept

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = normalizeText(String(new FormData(form).get('name') ?? ''))
    if (name === '') {
      setProblem(savedViews.nameMissing)
      return form.querySelector<HTMLElement>('[name="name"]')?.focus()
    }
    const over = [...name].length - NAME_MAX
    if (over > 0) {
      setProblem(savedViews.nameTooLong(NAME_MAX, over))
      return form.querySelector<HTMLElement>('[name="name"]')?.focus()
    }
    if (sending.current) return
    sending.current = true
    setBusy(true)
    const failure = await keep(name, query)
    sending.current = false
    setBusy(false)
    if (failure === null) return onClose()
    setProblem(savedViews.notSaved(failure))
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 max-sm:pt-1">
      {heading ? <p className="font-medium">{heading}</p> : null}
      <div className="flex flex-col gap-1.5">
        <Input
          name="name"
          aria-label={savedViews.name}
          aria-required
          aria-describedby={problem ? `${id}-error` : undefined}
          aria-invalid={problem ? true : undefined}
          placeholder={savedViews.name}
          autoComplete="off"
          autoFocus={!heading}
          onChange={() => setProblem(undefined)}
        />
        <FieldError id={`${id}-error`} message={problem} />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{savedViews.keep}</Button>
        <Button type="submit" variant="primary" busy={busy} className="max-sm:grow">
          {savedViews.confirm}
        </Button>
      </div>
    </form>
  )
}
