'use client'

import { createContext, type ReactNode, useContext, useMemo } from 'react'

const OwnPanelContext = createContext({ hasPanel: false, readsCalls: false })

type Props = { hasPanel: boolean; readsCalls: boolean; children: ReactNode }

/**
 * Reports to an account's screens whether it has a developer panel here that the member may read, and whether the calls of the API
 * are for them.
 */
export function OwnPanelProvider({ hasPanel, readsCalls, children }: Props) {
  const value = useMemo(() => ({ hasPanel, readsCalls }), [hasPanel, readsCalls])
  return <OwnPanelContext value={value}>{children}</OwnPanelContext>
}

/** Returns whether the account on screen has a developer panel here that the member may read. */
export function useOwnPanel(): boolean {
  return useContext(OwnPanelContext).hasPanel
}

/** Returns whether the member may read what is for developers. */
export function useReadsCalls(): boolean {
  return useContext(OwnPanelContext).readsCalls
}
