'use client'

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { failedAct, reasonOf } from '@/components/data/failed-act'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { SavedView, ViewList } from '@/lib/dashboard/schema/saved-view'
import { common } from '@/lib/messages/common'
import { savedViews } from '@/lib/messages/saved-views'

type Props = {
  list: ViewList
  /** The list's address with its filters as they stand, without a page. */
  href: string
  views: readonly SavedView[]
  /** False where the filters find nothing worth coming back to. */
  isWorthKeeping?: boolean
  save: (input: { list: ViewList; name: string; query: string }) => Promise<ActionResult<SavedView[]>>
  remove: (input: { id: string }) => Promise<ActionResult<{ id: string }>>
  children: ReactNode
}

type Kept = {
  list: ViewList
  /** The filters as they stand. */
  query: string
  views: readonly SavedView[]
  /** The filters that were kept last on this page. */
  keptQuery: string | null
  mayKeep: boolean
  /** Answers why it is not kept, and null once it is. */
  keep: (name: string, query: string) => Promise<string | null>
  forget: (view: SavedView) => Promise<void>
}

const ViewsContext = createContext<Kept | null>(null)

/** A member's own views of the list within: `ViewsMenu` shows them, `SaveView` keeps another. */
export function SavedViewsProvider(props: Props) {
  const { list, href, views: initial, isWorthKeeping = true, save, remove, children } = props
  const toast = useToast()
  const [views, setViews] = useState(initial)
  const [keptQuery, setKeptQuery] = useState<string | null>(null)
  const query = href.split('?')[1] ?? ''

  const kept = useMemo<Kept>(() => {
    async function keep(name: string, filters: string) {
      const result = await save({ list, name, query: filters }).catch(() => null)
      if (!result?.ok) return result?.error.fields?.[0]?.message ?? reasonOf(result) ?? savedViews.tryAgain
      setViews(result.data)
      setKeptQuery(filters)
      return null
    }

    /** What was removed, kept again: there is no form that could say why not. */
    async function bringBack(view: SavedView) {
      const problem = await keep(view.name, view.query)
      if (problem === null) return
      toast({
        tone: 'danger',
        about: `view:${view.id}`,
        message: savedViews.notSaved(problem),
        action: { label: common.retry, onSelect: () => void bringBack(view) },
      })
    }

    async function forget(view: SavedView) {
      const result = await remove({ id: view.id }).catch(() => null)
      if (!result?.ok) {
        const told = { what: savedViews.notRemoved(view.name), retry: () => void forget(view) }
        return toast({ about: `view:${view.id}`, ...failedAct(result, told) })
      }
      setViews((current) => current.filter(({ id }) => id !== view.id))
      toast({
        message: savedViews.removed(view.name),
        action: { label: savedViews.undo, onSelect: () => void bringBack(view) },
      })
    }

    const known = views.some((view) => view.query === query)
    return { list, query, views, keptQuery, mayKeep: isWorthKeeping && query !== '' && !known, keep, forget }
  }, [list, query, views, keptQuery, isWorthKeeping, save, remove, toast])

  return <ViewsContext value={kept}>{children}</ViewsContext>
}

/** The views around this, or null on a page without any. */
export function useViews(): Kept | null {
  return useContext(ViewsContext)
}
