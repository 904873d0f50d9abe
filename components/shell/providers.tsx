'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { type ReactNode, useState } from 'react'
import { config } from 'zod/v4/core'
import { queryDefaults } from '@/components/data/query-defaults'
import { LocaleProvider, type Place } from '@/components/locale/locale-provider'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { common } from '@/lib/messages/common'

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
          queries: queryDefaults,
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
