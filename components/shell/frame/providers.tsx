'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { type ReactNode, useState } from 'react'
import { config } from 'zod/v4/core'
import { queryDefaults } from '@/components/data/query-defaults'
import { LocaleProvider, type LocaleSettings } from '@/components/locale/locale-provider'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { common } from '@/lib/messages/common'

// zod compiles parsers by `new Function`, which the content security policy refuses and reports.
config({ jitless: true })

// The scroll lock of dialogs adds a <style>, which must have the document's nonce. The attribute reads as
// empty by design, the property does not.
if (typeof document !== 'undefined') {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) setNonce(nonce)
}

/** Provides every dashboard screen with queries, toasts, tooltips, locale and zone. */
export function Providers({ locale, children }: { locale: LocaleSettings; children: ReactNode }) {
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
      <LocaleProvider {...locale}>
        <TooltipProvider>
          <ToastProvider regionLabel={common.notifications} dismissLabel={common.dismiss}>
            {children}
          </ToastProvider>
        </TooltipProvider>
      </LocaleProvider>
    </QueryClientProvider>
  )
}
