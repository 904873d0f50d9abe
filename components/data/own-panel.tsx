'use client'

import { createContext, type ReactNode, useContext } from 'react'

const OwnPanelContext = createContext(false)

/** Reports to an account's screens whether it has a developer panel here that the member may read. */
export function OwnPanelProvider({ hasPanel, children }: { hasPanel: boolean; children: ReactNode }) {
  return <OwnPanelContext value={hasPanel}>{children}</OwnPanelContext>
}

/** Returns whether the account on screen has a developer panel here that the member may read. */
export function useOwnPanel(): boolean {
  return useContext(OwnPanelContext)
}
