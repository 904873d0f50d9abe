'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  ACCOUNT_GONE_EVENT,
  reportAccountGone,
  reportSignedOut,
  SIGNED_OUT_EVENT,
} from '@/components/data/fetch-json'
import { useAccount } from '@/components/shell/navigation/use-account'
import { isRunning, type MirrorHealth, type SyncProgress } from '@/lib/dashboard/schema/mirror'
import { liveFeed, thisBrowser } from './live-feed'
import { mirrorQuery } from './queries'
import type { LiveEvent } from './reconnecting-stream'
import { refreshQueue } from './refresh-queue'
import { trackChangedNouns } from './track-changed-nouns'
import { useWatchRecent } from './use-watch-recent'

/**
 * Other lists that show data of a noun: the amount that a customer paid is a sum of payments, a payment names its
 * settlement, and the balance raises no event.
 */
const alsoShownIn: Readonly<Record<string, readonly string[]>> = {
  payments: ['customers', 'balance'],
  settlements: ['payments', 'balance'],
}

/**
 * Listens to the account's event stream, refetches changed nouns, and makes the worker check objects that raise no event.
 * Mounted once, in the shell.
 */
export function LiveUpdates({ session }: { session: string }) {
  const client = useQueryClient()
  const account = useAccount()
  useWatchRecent()
  useEffect(() => {
    const changes = trackChangedNouns(client)
    const refreshList = refreshQueue((noun) => refreshNoun(client, account, noun))
    const refreshDetail = refreshQueue((key) => client.invalidateQueries({ queryKey: JSON.parse(key) }))
    const change = (data: string) => {
      const { noun, id } = parse(data) ?? {}
      if (typeof noun !== 'string') return
      for (const shown of [noun, ...(alsoShownIn[noun] ?? [])]) {
        changes.record(shown)
        refreshList(shown)
      }
      refreshDetail(
        JSON.stringify(typeof id === 'string' ? [account, noun, 'detail', id] : [account, noun, 'detail']),
      )
      // Payment pages show the state of their settlement.
      if (noun === 'settlements') refreshDetail(JSON.stringify([account, 'payments', 'detail']))
    }
    const readers: Readonly<Record<LiveEvent['type'], (data: string) => unknown>> = {
      message: change,
      sync: (data) => syncMoved(client, account, data),
      refetch: () => client.invalidateQueries(),
      signed_out: reportSignedOut,
      account_gone: reportAccountGone,
    }
    const stop = liveFeed(
      { account, session },
      {
        onEvent: ({ type, data }) => readers[type](data),
        // A slow request is not restarted by the next poll.
        refresh: () => client.invalidateQueries({ queryKey: [account] }, { cancelRefetch: false }),
      },
      thisBrowser(),
    )
    const endings = [SIGNED_OUT_EVENT, ACCOUNT_GONE_EVENT]
    for (const ending of endings) window.addEventListener(ending, stop)
    return () => {
      for (const ending of endings) window.removeEventListener(ending, stop)
      stop()
      changes.stop()
    }
  }, [client, account, session])
  return null
}

/** Refetches the noun's lists first. The state of the mirror can wait for them. */
async function refreshNoun(client: QueryClient, account: string, noun: string): Promise<void> {
  // The balance is one object without lists or details.
  await client.invalidateQueries({ queryKey: noun === 'balance' ? [account, noun] : [account, noun, 'list'] })
  await client.invalidateQueries({ queryKey: mirrorQuery(account).queryKey })
}

function syncMoved(client: QueryClient, account: string, data: string): void {
  const sync = parse(data)
  if (!sync) return
  const { queryKey } = mirrorQuery(account)
  // The shape is documented by our own stream.
  const progress = sync as unknown as SyncProgress
  client.setQueryData<MirrorHealth>(queryKey, (known) => known && { ...known, last_sync: progress })
  if (!isRunning(progress)) client.invalidateQueries()
  // The failed run may pause the connection's calls, so the mirror's state is refetched.
  else if (progress.error !== null) client.invalidateQueries({ queryKey, exact: true })
}

function parse(data: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null
  } catch {
    return null
  }
}
