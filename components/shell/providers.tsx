'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { type ReactNode, useState } from 'react'
import { queryDefaults } from '@/components/data/query-defaults'
import { LocaleProvider, type LocaleSettings } from '@/components/texts/texts-provider'
import { ToastProvider } from '@/components/ui/toast'

// The scroll lock of dialogs adds a <style>, which must have the document's nonce. The attribute reads as
// empty by design, the property does not.
if (typeof document !== 'undefined') {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) setNonce(nonce)
}

export function Providers({ locale, children }: { locale: LocaleSettings; children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: queryDefaults, mutations: { retry: false } },
      }),
  )
  return (
    <QueryClientProvider client={client}>
      <LocaleProvider {...locale}>
        <ToastProvider>{children}</ToastProvider>
      </LocaleProvider>
    </QueryClientProvider>
  )
}
