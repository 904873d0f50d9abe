'use client'

import { LogIn, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SIGNED_OUT_EVENT, signInAddress } from '@/components/data/fetch-json'
import { Button } from '@/components/ui/button'
import { shell } from '@/lib/messages/shell'
import { useOnline } from './use-online'

/**
 * Says that the browser is offline, for as long as it is, or that the session has ended. It floats above the screen, so
 * that nothing under it moves and nothing typed is lost.
 */
export function ConnectionNotice() {
  const online = useOnline()
  const [signIn, setSignIn] = useState<string | null>(null)
  useEffect(() => {
    const ended = () => setSignIn(signInAddress())
    window.addEventListener(SIGNED_OUT_EVENT, ended)
    return () => window.removeEventListener(SIGNED_OUT_EVENT, ended)
  }, [])
  const Icon = online ? LogIn : WifiOff
  const words = !online
    ? { title: shell.offlineTitle, hint: shell.offlineHint }
    : signIn
      ? { title: shell.signedOutTitle, hint: shell.signedOutHint }
      : null
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 bottom-18 z-30 flex justify-center md:bottom-4 md:left-16 rail:left-56"
    >
      {words ? (
        <div className="pointer-events-auto flex max-w-xl animate-rise items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-3.5 shadow-float">
          <Icon aria-hidden className="size-4 shrink-0 text-warning" />
          <p className="min-w-0 py-1 pr-1.5">
            <strong className="font-medium">{words.title}</strong>{' '}
            <span className="text-muted text-sm">{words.hint}</span>
          </p>
          {online && signIn ? (
            <Button asChild variant="primary" size="sm">
              {/* A whole new page: nothing of the ended session is kept. */}
              <a href={signIn}>{shell.signInAgain}</a>
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
