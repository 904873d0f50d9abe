'use client'

import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { removeViewAction, saveViewAction } from '@/app/(dashboard)/[account]/views/actions'
import { failureToast, reasonOf } from '@/components/data/failure'
import { read, useRead } from '@/components/data/read'
import { useAct } from '@/components/data/read'
import { queryString } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/account'
import { useToast } from '@/components/ui/toast'
import type { ListFilter } from '@/lib/dashboard/schema/list'
import type { SavedView, ViewList } from '@/lib/dashboard/schema/saved-view'
import { common } from '@/lib/messages/common'
import { savedViews } from '@/lib/messages/saved-views'

type Props = {
  list: ViewList
  filter: ListFilter
  /** False if the filters have no matches. */
  isWorthKeeping: boolean
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

const NONE: readonly SavedView[] = []

const ViewsContext = createContext<Saved | null>(null)

/** Provides a member's saved views of a list to `ViewsMenu` and `SaveView`. */
export function SavedViewsProvider(props: Props) {
  const { list, filter, isWorthKeeping, children } = props
  const toast = useToast()
  const client = useQueryClient()
  const save = useAct(saveViewAction)
  const remove = useAct(removeViewAction)
  const { queryKey } = read(useAccount(), 'views/list', { list })
  const { data: views = NONE } = useRead('views/list', { list })
  const [savedQuery, setSavedQuery] = useState<string | null>(null)
  const query = queryString({ ...filter, cursor: undefined }).slice(1)

  const saved = useMemo<Saved>(() => {
    const show = (next: readonly SavedView[]) => client.setQueryData(queryKey, [...next])

    async function keep(name: string, filters: string) {
      const result = await save({ list, name, query: filters })
      if (!result?.ok) return result?.error.fields?.[0]?.message ?? reasonOf(result) ?? savedViews.tryAgain
      show(result.data)
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
      const result = await remove({ id: view.id })
      if (!result?.ok) {
        const failure = { what: savedViews.notRemoved(view.name), retry: () => void forget(view) }
        return toast({ about: `view:${view.id}`, ...failureToast(result, failure) })
      }
      show(views.filter(({ id }) => id !== view.id))
      toast({
        message: savedViews.removed(view.name),
        action: { label: savedViews.undo, onSelect: () => void bringBack(view) },
      })
    }

    const known = views.some((view) => view.query === query)
    return { list, query, views, savedQuery, mayKeep: isWorthKeeping && query !== '' && !known, keep, forget }
  }, [list, query, queryKey, views, savedQuery, isWorthKeeping, save, remove, toast, client])

  return <ViewsContext value={saved}>{children}</ViewsContext>
}

/** Returns the saved views; null outside a provider. */
export function useViews(): Saved | null {
  return useContext(ViewsContext)
}
