'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { type ReactNode, useState } from 'react'
import { config } from 'zod/v4/core'
import { LocaleProvider, type Place } from '@/components/locale/locale-provider'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { common } from '@/lib/messages/common'

/** The live stream says when something changed; this only catches what a broken stream missed. */
const STALE_MS = 30_000
/** So long a list or an object that was left is kept: Back shows it at once, the palette offers it again. */
const KEPT_MS = 30 * 60_000

// zod's compiled parsers are `new Function`, which the policy refuses (and reports).
config({ jitless: true })

// The scroll lock under dialogs adds a <style>: it must carry the document's nonce. The attribute reads as
// empty by design, the property does not.
if (typeof document !== 'undefined') {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) setNonce(nonce)
}

/** What every dashboard screen stands on: queries, toasts, tooltips, locale and zone. */
export function Providers({ place, children }: { place: Place; children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: STALE_MS,
            gcTime: typeof window === 'undefined' ? Number.POSITIVE_INFINITY : KEPT_MS,
            retry: 1,
          },
          mutations: { retry: false },
        },
      }),
  )
  return (
    <QueryClientProvider client={client}>
      <LocaleProvider {...place}>
        <TooltipProvider>
          <ToastProvider regionLabel={common.notifications} dismissLabel={common.dismiss}>
            {children}
          </ToastProvider>
        </TooltipProvider>
      </LocaleProvider>
    </QueryClientProvider>
  )
}
