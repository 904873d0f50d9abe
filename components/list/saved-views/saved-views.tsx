'use client'

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { failureToast, reasonOf } from '@/components/data/failure-toast'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { SavedView, ViewList } from '@/lib/dashboard/schema/saved-view'
import { common } from '@/lib/messages/common'
import { savedViews } from '@/lib/messages/saved-views'

type Props = {
  list: ViewList
  /** Address of the list with the current filters, without a cursor. */
  href: string
  views: readonly SavedView[]
  /** False if the filters have no matches. */
  isWorthKeeping?: boolean
  save: (input: { list: ViewList; name: string; query: string }) => Promise<ActionResult<SavedView[]>>
  remove: (input: { id: string }) => Promise<ActionResult<{ id: string }>>
  children: ReactNode
}

type Saved = {
  list: ViewList
  /** The current filters. */
  query: string
  views: readonly SavedView[]
  /** The filters that were last saved on this page. */
  savedQuery: string | null
  mayKeep: boolean
  /** Saves a view. Returns the reason of a failure; null on success. */
  keep: (name: string, query: string) => Promise<string | null>
  forget: (view: SavedView) => Promise<void>
}

const ViewsContext = createContext<Saved | null>(null)

/** Provides a member's saved views of a list to `ViewsMenu` and `SaveView`. */
export function SavedViewsProvider(props: Props) {
  const { list, href, views: initial, isWorthKeeping = true, save, remove, children } = props
  const toast = useToast()
  const [views, setViews] = useState(initial)
  const [savedQuery, setSavedQuery] = useState<string | null>(null)
  const query = href.split('?')[1] ?? ''

  const saved = useMemo<Saved>(() => {
    async function keep(name: string, filters: string) {
      const result = await save({ list, name, query: filters }).catch(() => null)
      if (!result?.ok) return result?.error.fields?.[0]?.message ?? reasonOf(result) ?? savedViews.tryAgain
      setViews(result.data)
      setSavedQuery(filters)
      return null
    }

    /** Saves a removed view again. A failure is a toast, since there is no form. */
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
        const failure = { what: savedViews.notRemoved(view.name), retry: () => void forget(view) }
        return toast({ about: `view:${view.id}`, ...failureToast(result, failure) })
      }
      setViews((current) => current.filter(({ id }) => id !== view.id))
      toast({
        message: savedViews.removed(view.name),
        action: { label: savedViews.undo, onSelect: () => void bringBack(view) },
      })
    }

    const known = views.some((view) => view.query === query)
    return { list, query, views, savedQuery, mayKeep: isWorthKeeping && query !== '' && !known, keep, forget }
  }, [list, query, views, savedQuery, isWorthKeeping, save, remove, toast])

  return <ViewsContext value={saved}>{children}</ViewsContext>
}

/** Returns the saved views; null outside a provider. */
export function useViews(): Saved | null {
  return useContext(ViewsContext)
}
