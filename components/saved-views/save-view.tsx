'use client'

import { BookmarkPlus } from 'lucide-react'
import { type FormEvent, useId, useRef } from 'react'
import { useFilterPopover } from '@/components/filters/use-filter-popover'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { savedViews } from '@/lib/messages/saved-views'
import { useViews } from './saved-views'

const NAME_MAX = 40

/** Keeps the filters that stand now under a name. Its name is asked for above the page, so that the list stays where it is. */
export function SaveView() {
  const kept = useViews()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { open, Popover, toggle, close, preload } = useFilterPopover()
  if (!kept?.mayKeep) return null
  const { keep, query } = kept

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name !== '' && (await keep(name, query))) close()
  }

  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="quiet"
        className="max-sm:min-w-11 max-sm:px-0"
        title={savedViews.save}
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<BookmarkPlus aria-hidden className="size-4" />}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={toggle}
      >
        <span className="max-lg:sr-only">{savedViews.save}</span>
      </Button>
      {Popover ? (
        <Popover id={id} name={savedViews.save} button={button} wide={false} align="end" onClose={close}>
          <form onSubmit={submit} className="flex flex-col gap-3 pt-1 sm:p-2">
            <Input
              name="name"
              aria-label={savedViews.name}
              placeholder={savedViews.name}
              autoComplete="off"
              maxLength={NAME_MAX}
              required
              autoFocus
            />
            <div className="flex justify-end gap-2">
              <Button variant="quiet" onClick={close}>
                {savedViews.keep}
              </Button>
              <Button type="submit" variant="primary" className="max-sm:grow">
                {savedViews.confirm}
              </Button>
            </div>
          </form>
        </Popover>
      ) : null}
    </>
  )
}
