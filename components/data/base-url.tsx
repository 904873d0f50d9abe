'use client'

import { createContext, type ReactNode, useContext } from 'react'

const BaseUrlContext = createContext('')

/** Provides the screens of an account with its {base_url}. */
export function BaseUrlProvider({ baseUrl, children }: { baseUrl: string; children: ReactNode }) {
  return <BaseUrlContext value={baseUrl}>{children}</BaseUrlContext>
}

/** Returns the {base_url} of the account on screen; empty outside an account. */
export function useBaseUrl(): string {
  return useContext(BaseUrlContext)
}
