'use client'

import { Bookmark, BookmarkPlus, X } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import type { ActionResult } from '@/components/data/action-result'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import { common } from '@/lib/messages/common'
import { savedViews } from '@/lib/messages/saved-views'

export type SavedView = { id: string; name: string; query: string }

type Props = {
  list: 'links' | 'payments'
  /** The list's address with its filters as they stand, without a page. */
  href: string
  views: readonly SavedView[]
  /** False where the filters find nothing worth coming back to. */
  isWorthKeeping?: boolean
  save: (input: {
    list: 'links' | 'payments'
    name: string
    query: string
  }) => Promise<ActionResult<SavedView[]>>
  remove: (input: { id: string }) => Promise<ActionResult<{ id: string }>>
}

const NAME_MAX = 40

/** The member's own views of a list, and the way to keep the filters that stand now. */
export function SavedViews({ list, href, views: initial, isWorthKeeping = true, save, remove }: Props) {
  const toast = useToast()
  const [views, setViews] = useState(initial)
  const [naming, setNaming] = useState(false)
  const query = href.split('?')[1] ?? ''
  const known = views.some((view) => view.query === query)

  async function keep(name: string, kept: string) {
    const result = await save({ list, name, query: kept }).catch(() => null)
    if (result?.ok) setViews(result.data)
    else toast({ tone: 'danger', message: result?.error.message ?? common.loadFailedHint })
    return result?.ok === true
  }

  async function forget(view: SavedView) {
    const result = await remove({ id: view.id }).catch(() => null)
    if (!result?.ok) return toast({ tone: 'danger', message: result?.error.message ?? common.loadFailedHint })
    setViews((current) => current.filter(({ id }) => id !== view.id))
    toast({
      message: savedViews.removed(view.name),
      action: { label: savedViews.undo, onSelect: () => void keep(view.name, view.query) },
    })
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name !== '' && (await keep(name, query))) setNaming(false)
  }

  const mayKeep = isWorthKeeping && query !== '' && !known
  // Who has no view and no filter is shown nothing to press, and nothing to read.
  if (views.length === 0 && !mayKeep) return null
  return (
    <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5">
      {views.length > 0 ? (
        <ul aria-label={savedViews.label} className="flex min-w-0 flex-wrap gap-2">
          {views.map((view) => (
            <li
              key={view.id}
              className="inline-flex min-w-0 items-center rounded-full border bg-surface text-sm has-[a[aria-current]]:border-transparent has-[a[aria-current]]:bg-accent-soft has-[a[aria-current]]:text-accent-text"
            >
              <Link
                href={`/${list}?${view.query}`}
                aria-current={view.query === query ? 'page' : undefined}
                scroll={false}
                dir="auto"
                title={view.name}
                className="hit flex min-w-0 max-w-56 items-center gap-1.5 rounded-full pr-0.5 pl-3 hover:text-accent-text"
              >
                <Bookmark aria-hidden className="size-3.5 shrink-0" />
                <span className="min-w-0 truncate">{view.name}</span>
              </Link>
              <Button
                size="icon"
                variant="quiet"
                className="rounded-full"
                aria-label={savedViews.remove(view.name)}
                onClick={() => forget(view)}
              >
                <X aria-hidden className="size-3.5" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {mayKeep && !naming ? (
        <Button
          size="sm"
          variant="quiet"
          icon={<BookmarkPlus aria-hidden className="size-4" />}
          onClick={() => setNaming(true)}
        >
          {savedViews.save}
        </Button>
      ) : null}
      {mayKeep && naming ? (
        <form onSubmit={submit} className="flex min-w-0 flex-wrap items-center gap-2">
          <div className="w-48">
            <Input
              name="name"
              aria-label={savedViews.name}
              placeholder={savedViews.name}
              autoComplete="off"
              maxLength={NAME_MAX}
              required
              autoFocus
              onKeyDown={(event) => event.key === 'Escape' && setNaming(false)}
            />
          </div>
          <Button type="submit">{savedViews.confirm}</Button>
          <Button variant="quiet" onClick={() => setNaming(false)}>
            {savedViews.keep}
          </Button>
        </form>
      ) : null}
    </div>
  )
}
