'use client'

import { createContext, type ReactNode, useContext, useMemo } from 'react'

const OwnPanelContext = createContext({ hasPanel: false, readsCalls: false })

type Props = { hasPanel: boolean; readsCalls: boolean; children: ReactNode }

/**
 * Provides an account's screens with two facts: the member may read a developer panel of this service, and the member may
 * read API calls.
 */
export function OwnPanelProvider({ hasPanel, readsCalls, children }: Props) {
  const value = useMemo(() => ({ hasPanel, readsCalls }), [hasPanel, readsCalls])
  return <OwnPanelContext value={value}>{children}</OwnPanelContext>
}

/** Returns whether the account on screen has a developer panel of this service that the member may read. */
export function useOwnPanel(): boolean {
  return useContext(OwnPanelContext).hasPanel
}

/** Returns whether the member may read content for developers. */
export function useReadsCalls(): boolean {
  return useContext(OwnPanelContext).readsCalls
}
