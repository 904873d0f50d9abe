'use client'

import { LogIn, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ACCOUNT_GONE_EVENT, SIGNED_OUT_EVENT, signInAddress } from '@/components/data/fetch-json'
import { Button } from '@/components/ui/button'
import { PART_MISSED_EVENT } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import { shell } from '@/lib/messages/shell'
import { mayLeave, STAYED_EVENT, useOnline } from './network'
import { pageBehind } from './page-behind'

/**
 * Reports that the browser is offline, for as long as it is, and keeps the user on the page until then; or that the session
 * has ended, or that the account was removed. It floats above the screen, so
 * that nothing under it moves and nothing typed is lost.
 */
export function ConnectionNotice() {
  const online = useOnline()
  const [signIn, setSignIn] = useState<string | null>(null)
  const [isAccountGone, setAccountGone] = useState(false)
  /** How often somebody wanted away while there was no network. */
  const [stayed, setStayed] = useState(0)
  useEffect(() => {
    if (online) return setStayed(0)
    const told = () => setStayed((times) => times + 1)
    const keep = (event: MouseEvent) => {
      if (!pageBehind(event.target) || mayLeave()) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener(STAYED_EVENT, told)
    // Before the router, or whoever else listens, takes the click.
    window.addEventListener('click', keep, { capture: true })
    return () => {
      window.removeEventListener(STAYED_EVENT, told)
      window.removeEventListener('click', keep, { capture: true })
    }
  }, [online])
  const toast = useToast()
  useEffect(() => {
    const missed = () => {
      // With a network it is most often a newer version of the house that has replaced it.
      if (!mayLeave()) return
      toast({
        message: shell.partMissed,
        tone: 'danger',
        about: 'part-missed',
        action: { label: shell.reload, onSelect: () => mayLeave() && window.location.reload() },
      })
    }
    window.addEventListener(PART_MISSED_EVENT, missed)
    return () => window.removeEventListener(PART_MISSED_EVENT, missed)
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
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (place.current ? tellHeight(place.current) : undefined), [])
  const Icon = online ? LogIn : WifiOff
  const words = !online
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
      ref={place}
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-(--float) z-30 flex justify-center md:left-16 rail:left-56"
    >
      {words ? (
        <div
          // It comes up anew for whoever wanted away.
          key={stayed}
          data-connection-notice
          className="pointer-events-auto flex max-w-xl animate-rise items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-3.5 shadow-float"
        >
          <Icon aria-hidden className="size-4 shrink-0 text-warning" />
          <p className="min-w-0 py-1 pr-1.5">
            <strong className="font-medium">{words.title}</strong>{' '}
            <span className="text-muted text-sm">{words.hint}</span>
          </p>
          {words.way ? (
            <Button asChild variant="primary" size="sm">
              {/* A whole new page: nothing of the ended session or the removed account is kept. */}
              <a href={words.way.href}>{words.way.label}</a>
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

/** Between the notice and what stands above it; px. */
const GAP = 8

/** Keeps `--notice` on the document: how much room the notice takes, while it stands. */
function tellHeight(place: HTMLElement): () => void {
  const { style } = document.documentElement
  const sizes = new ResizeObserver(() => {
    if (place.offsetHeight > 0) style.setProperty('--notice', `${place.offsetHeight + GAP}px`)
    else style.removeProperty('--notice')
  })
  sizes.observe(place)
  return () => {
    sizes.disconnect()
    style.removeProperty('--notice')
  }
}
