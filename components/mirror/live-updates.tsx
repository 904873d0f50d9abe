'use client'

import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  ACCOUNT_GONE_EVENT,
  reportAccountGone,
  reportSignedOut,
  SIGNED_OUT_EVENT,
} from '@/components/data/fetch-json'
import { useRead } from '@/components/data/member'
import { read } from '@/components/data/read'
import { useAccount } from '@/components/navigation/use-go'
import { isRunning, type SyncProgress } from '@/lib/dashboard/mirror/shape'
import type { MirrorHealth } from '@/lib/dashboard/sync/mirror-health'

/**
 * Other lists that show data of a noun: the amount that a customer paid is a sum of payments, a payment names its
 * settlement, and the balance raises no event.
 */
const alsoShownIn: Readonly<Record<string, readonly string[]>> = {
  payments: ['customers', 'balance'],
  settlements: ['payments', 'balance'],
}
/** Interval of the requests, shorter than the minute for which the worker remembers a page. A hidden tab sends none. */
const WATCH_EVERY_MS = 25_000

/** Follows the account's event stream, and makes the worker check objects that raise no event. Mounted once, in the shell. */
export function LiveUpdates() {
  const client = useQueryClient()
  const account = useAccount()
  useRead('watch/page', {}, { refetchInterval: WATCH_EVERY_MS, retry: false })
  useEffect(() => {
    const changes = refreshChanges(client, account)
    const readers: Readonly<Record<LiveEventType, (data: string) => unknown>> = {
      message: changes.refresh,
      sync: (data) => syncMoved(client, account, data),
      refetch: () => client.invalidateQueries(),
      signed_out: reportSignedOut,
      account_gone: reportAccountGone,
    }
    const stop = liveFeed(account, {
      onEvent: (type, data) => readers[type](data),
      // A slow request is not restarted by the next attempt.
      refresh: () => client.invalidateQueries({ queryKey: [account] }, { cancelRefetch: false }),
    })
    const endings = [SIGNED_OUT_EVENT, ACCOUNT_GONE_EVENT]
    for (const ending of endings) window.addEventListener(ending, stop)
    return () => {
      for (const ending of endings) window.removeEventListener(ending, stop)
      stop()
      changes.stop()
    }
  }, [client, account])
  return null
}

/**
 * Returns the refetching of changed nouns. One refetch of a key runs at a time, and changes meanwhile cause one more after
 * it, so that a burst neither restarts it forever nor misses its last change. Data that the router puts into the cache may
 * have been fetched before the change, so those of changed nouns are refetched as well.
 */
export function refreshChanges(client: QueryClient, account: string) {
  const changed = new Set<unknown>()
  /** Keys of the running refetches; true after a change meanwhile. */
  const running = new Map<string, boolean>()
  const stop = client.getQueryCache().subscribe((event) => {
    const isHydrated =
      event.type === 'added' || (event.type === 'updated' && event.action.type === 'setState')
    if (!isHydrated || !changed.has(event.query.queryKey[1])) return
    const { data, isInvalidated } = event.query.state
    if (data !== undefined && !isInvalidated) event.query.invalidate()
  })

  async function refetch(...key: (string | { id: string })[]): Promise<void> {
    const name = JSON.stringify(key)
    const queryKey = [account, ...key]
    const isRunning = running.has(name)
    running.set(name, isRunning)
    if (isRunning) return
    do {
      // An invalidation restarts every fetch but the first one of a query.
      running.set(name, client.isFetching({ queryKey, predicate: isFirstFetch }) > 0)
      // Queries show their own failures.
      await client.invalidateQueries({ queryKey }).catch(() => undefined)
    } while (running.get(name))
    running.delete(name)
  }

  /** Refetches what shows the object of an event: its lists first, since the mirror's state can wait for them. */
  function refresh(data: string): void {
    const { noun, id } = parse(data) ?? {}
    if (typeof noun !== 'string') return
    const lists = [noun, ...(alsoShownIn[noun] ?? [])].map((shown) => {
      changed.add(shown)
      // The balance is one object without lists or details.
      return shown === 'balance' ? refetch(shown) : refetch(shown, 'list')
    })
    void Promise.all(lists).then(() => refetch('mirror'))
    void refetch(noun, 'detail', ...(typeof id === 'string' ? [{ id }] : []))
    // Payment pages show the state of their settlement.
    if (noun === 'settlements') void refetch('payments', 'detail')
  }

  return { refresh, stop }
}

function isFirstFetch({ state }: Query): boolean {
  return state.data === undefined
}

function syncMoved(client: QueryClient, account: string, data: string): void {
  const sync = parse(data)
  if (!sync) return
  const { queryKey } = read(account, 'mirror/health', {})
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

/** Events of an account's stream (lib/dashboard/live): a change, a run's progress, and three that concern the whole page. */
const eventTypes = ['message', 'sync', 'refetch', 'signed_out', 'account_gone'] as const

type LiveEventType = (typeof eventTypes)[number]

interface Reader {
  /** Receives an event with its JSON as the server sent it. */
  onEvent: (type: LiveEventType, data: string) => void
  refresh: () => void
}

/** Time after which a hidden tab closes its stream; longer than the router shows a page that was fetched before. */
export const HIDDEN_MS = 31_000
/** Three heartbeats of the server. A longer silence means that the connection was lost without an error. */
const SILENCE_MS = 60_000
/** Pause before the first attempt to reconnect, and before each later one. */
const FIRST_PAUSE_MS = 1_000
export const LATER_PAUSE_MS = 15_000

/**
 * Receives an account's event stream while the tab is visible. Each stream begins with a refetch (`liveStream`), which
 * covers the events of a pause and of the time in which the tab was hidden. A failed stream is closed and opened anew,
 * because an EventSource itself never retries after 502 or HTML.
 * @returns a function that ends the feed
 */
export function liveFeed(account: string, { onEvent, refresh }: Reader): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  let stream: EventSource | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  function connect(): void {
    close()
    const opened = new EventSource(`/${account}/live`)
    stream = opened
    for (const type of eventTypes)
      opened.addEventListener(type, ({ data }) => {
        listen()
        onEvent(type, data)
      })
    opened.addEventListener('beat', () => {
      failures = 0
      listen()
    })
    opened.addEventListener('error', pause)
    listen()
  }

  function listen(): void {
    clearTimeout(timer)
    if (stream) timer = setTimeout(pause, SILENCE_MS)
  }

  function pause(): void {
    close()
    if (failures > 0) refresh()
    const longest = failures > 0 ? LATER_PAUSE_MS : FIRST_PAUSE_MS
    failures += 1
    // A random part spreads the tabs of all users after a restart of the server.
    timer = setTimeout(connect, longest * (0.5 + Math.random() / 2))
  }

  function close(): void {
    clearTimeout(timer)
    stream?.close()
    stream = null
  }

  function follow(): void {
    clearTimeout(hiding)
    if (document.visibilityState !== 'visible') hiding = setTimeout(close, HIDDEN_MS)
    else if (!stream) connect()
  }

  document.addEventListener('visibilitychange', follow, { signal })
  window.addEventListener('online', follow, { signal })
  follow()
  return () => {
    stopped.abort()
    clearTimeout(hiding)
    close()
  }
}
