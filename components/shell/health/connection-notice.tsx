'use client'

import { LogIn, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ACCOUNT_GONE_EVENT, SIGNED_OUT_EVENT, signInAddress } from '@/components/data/fetch-json'
import { linkedPage } from '@/components/shell/navigation/linked-page'
import { Button } from '@/components/ui/button'
import { MODULE_FAILED_EVENT } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import { shell } from '@/lib/messages/shell'
import { ensureOnline, OFFLINE_EVENT, useOnline } from './network'

/**
 * Reports that the browser is offline, and keeps the user on the page until the network is back; or that the session has
 * ended, or that the account was removed. It floats above the screen, so the layout is stable and typed text is kept.
 */
export function ConnectionNotice() {
  const online = useOnline()
  const [signIn, setSignIn] = useState<string | null>(null)
  const [isAccountGone, setAccountGone] = useState(false)
  /** Number of navigations that were prevented while offline. */
  const [stayed, setStayed] = useState(0)
  useEffect(() => {
    if (online) return setStayed(0)
    const countStay = () => setStayed((times) => times + 1)
    const keep = (event: MouseEvent) => {
      if (!linkedPage(event.target) || ensureOnline()) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener(OFFLINE_EVENT, countStay)
    // The capture phase precedes the router and all other listeners.
    window.addEventListener('click', keep, { capture: true })
    return () => {
      window.removeEventListener(OFFLINE_EVENT, countStay)
      window.removeEventListener('click', keep, { capture: true })
    }
  }, [online])
  const toast = useToast()
  useEffect(() => {
    const missed = () => {
      // A deployment usually is the reason if a module is missing in spite of a network.
      if (!ensureOnline()) return
      toast({
        message: shell.partMissed,
        tone: 'danger',
        about: 'module-failed',
        action: { label: shell.reload, onSelect: () => ensureOnline() && window.location.reload() },
      })
    }
    window.addEventListener(MODULE_FAILED_EVENT, missed)
    return () => window.removeEventListener(MODULE_FAILED_EVENT, missed)
  }, [toast])
  useEffect(() => {
    const ended = () => setSignIn(signInAddress())
    const removed = () => setAccountGone(true)
    window.addEventListener(SIGNED_OUT_EVENT, ended)
    window.addEventListener(ACCOUNT_GONE_EVENT, removed)
    return () => {
      window.removeEventListener(SIGNED_OUT_EVENT, ended)
      window.removeEventListener(ACCOUNT_GONE_EVENT, removed)
    }
  }, [])
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => (notice.current ? publishHeight(notice.current) : undefined), [])
  const Icon = online ? LogIn : WifiOff
  const copy = !online
    ? { title: shell.offlineTitle, hint: stayed > 0 ? shell.offlineStayed : shell.offlineHint, way: null }
    : signIn
      ? {
          title: shell.signedOutTitle,
          hint: shell.signedOutHint,
          way: { href: signIn, label: shell.signInAgain },
        }
      : isAccountGone
        ? {
            title: shell.accountGoneTitle,
            hint: shell.accountGoneHint,
            way: { href: '/', label: shell.toAccounts },
          }
        : null
  return (
    <div
      ref={notice}
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-(--float) z-30 flex justify-center md:left-16 rail:left-56"
    >
      {copy ? (
        <div
          // The key restarts the animation after each prevented navigation.
          key={stayed}
          data-connection-notice
          className="pointer-events-auto flex max-w-xl animate-rise items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-3.5 shadow-float"
        >
          <Icon aria-hidden className="size-4 shrink-0 text-warning" />
          <p className="min-w-0 py-1 pr-1.5">
            <strong className="font-medium">{copy.title}</strong>{' '}
            <span className="text-muted text-sm">{copy.hint}</span>
          </p>
          {copy.way ? (
            <Button asChild variant="primary" size="sm">
              {/* A full page load discards the state of the ended session or the removed account. */}
              <a href={copy.way.href}>{copy.way.label}</a>
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

/** Distance between the notice and the content above it, pixels. */
const GAP = 8

/** Sets `--notice` on the document, the height of the notice while it is shown. Returns the function that stops it. */
function publishHeight(notice: HTMLElement): () => void {
  const { style } = document.documentElement
  const sizes = new ResizeObserver(() => {
    if (notice.offsetHeight > 0) style.setProperty('--notice', `${notice.offsetHeight + GAP}px`)
    else style.removeProperty('--notice')
  })
  sizes.observe(notice)
  return () => {
    sizes.disconnect()
    style.removeProperty('--notice')
  }
}
