'use client'

import { createContext, type ReactNode, useContext } from 'react'

const BaseUrlContext = createContext('')

/** Gives the screens of an account the address of its API, {base_url}. */
export function BaseUrlProvider({ baseUrl, children }: { baseUrl: string; children: ReactNode }) {
  return <BaseUrlContext value={baseUrl}>{children}</BaseUrlContext>
}

/** Returns {base_url} of the account on screen; empty outside every account. */
export function useBaseUrl(): string {
  return useContext(BaseUrlContext)
}
