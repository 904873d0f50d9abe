import { useEffect, useSyncExternalStore } from 'react'
import { listHref } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/use-go'
import type { ListFilter } from '@/lib/dashboard/reads/list'

const keyOf = (account: string, path: string) => `list:${account}:${path}`

/** Saves the filters and the page of a list in this tab, for the links back to it. */
export function useRememberedList<Filter extends ListFilter>(path: string, filter: Filter): void {
  const account = useAccount()
  const href = listHref<ListFilter>(path, filter, { cursor: filter.cursor })
  useEffect(() => {
    try {
      sessionStorage.setItem(keyOf(account, path), href)
    } catch {
      // The link back leads to the whole list if the browser refuses its storage.
    }
  }, [account, path, href])
}

/** Returns the address of a list as this tab last showed it; by default the whole list. */
export function useLastList(path: string): string {
  const account = useAccount()
  return useSyncExternalStore(
    never,
    () => remembered(account, path),
    () => path,
  )
}

const never = () => () => {}

function remembered(account: string, path: string): string {
  try {
    const href = sessionStorage.getItem(keyOf(account, path)) ?? path
    return href === path || href.startsWith(`${path}?`) ? href : path
  } catch {
    return path
  }
}
