'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tellAccountGone, tellSignedOut } from '@/components/data/fetch-json'
import { useAccount } from '@/components/shell/use-account'
import { isRunning, type MirrorHealth, type SyncProgress } from '@/lib/dashboard/schema/mirror'
import { heardChanges } from './heard-changes'
import { mirrorQuery } from './queries'
import { refreshQueue } from './refresh-queue'
import { useWatchRecent } from './use-watch-recent'

/** Listens to the one event stream and refetches what changed, and has the worker look for what raises no event. Mounted once, in the shell. */
export function LiveUpdates() {
  const client = useQueryClient()
  const account = useAccount()
  useWatchRecent()
  useEffect(() => {
    const stream = new EventSource(`/${account}/live`)
    let interrupted = false
    const changes = heardChanges(client)
    const refreshList = refreshQueue((noun) => refreshNoun(client, account, noun))
    const refreshDetail = refreshQueue((key) => client.invalidateQueries({ queryKey: JSON.parse(key) }))
    stream.onmessage = (event) => {
      const change = parse(event.data)
      if (typeof change?.noun !== 'string') return
      changes.hear(change.noun)
      refreshList(change.noun)
      const { noun, id } = change
      refreshDetail(
        JSON.stringify(typeof id === 'string' ? [account, noun, 'detail', id] : [account, noun, 'detail']),
      )
    }
    stream.addEventListener('sync', (event) => syncMoved(client, account, event.data))
    stream.addEventListener('refetch', () => client.invalidateQueries())
    stream.addEventListener('signed_out', () => {
      stream.close()
      tellSignedOut()
    })
    stream.addEventListener('account_gone', () => {
      stream.close()
      tellAccountGone()
    })
    stream.onerror = () => {
      interrupted = true
    }
    // What happened while the stream was away was not heard.
    stream.onopen = () => {
      if (interrupted) client.invalidateQueries()
      interrupted = false
    }
    return () => {
      stream.close()
      changes.stop()
    }
  }, [client, account])
  return null
}

/** The noun's lists first; how the copy stands can wait for them. */
async function refreshNoun(client: QueryClient, account: string, noun: string): Promise<void> {
  await client.invalidateQueries({ queryKey: [account, noun, 'list'] })
  await client.invalidateQueries({ queryKey: mirrorQuery(account).queryKey })
}

function syncMoved(client: QueryClient, account: string, data: unknown): void {
  const sync = parse(data)
  if (!sync) return
  const { queryKey } = mirrorQuery(account)
  // Our own stream's documented shape.
  const progress = sync as unknown as SyncProgress
  client.setQueryData<MirrorHealth>(queryKey, (known) => known && { ...known, last_sync: progress })
  if (!isRunning(progress)) client.invalidateQueries()
}

function parse(data: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(String(data))
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null
  } catch {
    return null
  }
}
