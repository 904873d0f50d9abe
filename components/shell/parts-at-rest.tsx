'use client'

import { useEffect } from 'react'
import { type LatePart, watchLateParts } from '@/components/ui/late-part'

/** A page that never rests has loaded by then; also where the browser does not tell when it rests. */
const REST_MS = 3_000

/**
 * Fetches the scripts of what this page may open, one at a time, whenever it rests after its load: a finger finds them
 * there, and so does who loses the network. Not for those who save data. Mounted once, in the shell.
 */
export function PartsAtRest() {
  useEffect(() => (savesData() ? undefined : fetchAtRest()), [])
  return null
}

function fetchAtRest(): () => void {
  const waiting = new Set<LatePart<unknown>>()
  const failed = new Set<LatePart<unknown>>()
  let under = false
  let cancel = () => {}

  function begin() {
    if (under || waiting.size === 0) return
    under = true
    cancel = atRest(fetchNext)
  }

  async function fetchNext() {
    const [part] = waiting
    if (part && navigator.onLine) {
      waiting.delete(part)
      await part.load().catch(() => failed.add(part))
      under = false
      return begin()
    }
    under = false
  }

  function resume() {
    for (const part of failed) waiting.add(part)
    failed.clear()
    begin()
  }

  const stop = watchLateParts((part) => {
    waiting.add(part)
    begin()
  })
  window.addEventListener('online', resume)
  return () => {
    stop()
    cancel()
    waiting.clear()
    failed.clear()
    window.removeEventListener('online', resume)
  }
}

/** Calls back when the page is loaded and rests; returns how to call that off. */
function atRest(act: () => void): () => void {
  let cancel = () => {}
  function wait() {
    if ('requestIdleCallback' in window) {
      const idle = requestIdleCallback(act, { timeout: REST_MS })
      cancel = () => cancelIdleCallback(idle)
      return
    }
    const timer = setTimeout(act, REST_MS)
    cancel = () => clearTimeout(timer)
  }
  if (document.readyState === 'complete') wait()
  else {
    window.addEventListener('load', wait, { once: true })
    cancel = () => window.removeEventListener('load', wait)
  }
  return () => cancel()
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } } // Not in every browser, nor in the types.
  return connection?.saveData === true
}
