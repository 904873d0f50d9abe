'use client'

import type { FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { savedViews } from '@/lib/messages/saved-views'
import { useViews } from './saved-views'

const NAME_MAX = 40

type Props = {
  /** Said above the field, where the panel is about more than this. */
  heading?: string
  onClose: () => void
}

/** Asks for the name under which the filters that stand now are kept. */
export function SaveViewForm({ heading, onClose }: Props) {
  const kept = useViews()
  if (!kept?.mayKeep) return null
  const { keep, query } = kept

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name !== '' && (await keep(name, query))) onClose()
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3 pt-1 sm:p-2">
      {heading ? <p className="font-medium">{heading}</p> : null}
      <Input
        name="name"
        aria-label={savedViews.name}
        placeholder={savedViews.name}
        autoComplete="off"
        maxLength={NAME_MAX}
        required
        autoFocus={!heading}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{savedViews.keep}</Button>
        <Button type="submit" variant="primary" className="max-sm:grow">
          {savedViews.confirm}
        </Button>
      </div>
    </form>
  )
}
