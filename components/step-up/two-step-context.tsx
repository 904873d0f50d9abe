'use client'

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { createContext, type ReactNode, useMemo } from 'react'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'

export type AskPasskey = () => Promise<ActionResult<PublicKeyCredentialRequestOptionsJSON>>
/** `askPasskey` is null for a user without a passkey. */
type TwoStep = { hasTwoStep: boolean; askPasskey: AskPasskey | null }

export const TwoStepContext = createContext<TwoStep>({ hasTwoStep: false, askPasskey: null })

/** Provides the forms of a user with the state of their two-step sign-in. */
export function TwoStepProvider({ hasTwoStep, askPasskey, children }: TwoStep & { children: ReactNode }) {
  const value = useMemo(() => ({ hasTwoStep, askPasskey }), [hasTwoStep, askPasskey])
  return <TwoStepContext value={value}>{children}</TwoStepContext>
}
