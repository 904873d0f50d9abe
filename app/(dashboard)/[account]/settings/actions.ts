'use server'

import type { z } from 'zod'
import {
  connectAccount,
  connectAccountInput,
  retireSecret,
  retireSecretInput,
  saveSigningSecret,
  signingSecretInput,
} from '@/lib/dashboard/connections/connect-account'
import { disconnectAccount, disconnectInput } from '@/lib/dashboard/connections/disconnect-account'
import { replaceConnectionKey, replaceKeyInput } from '@/lib/dashboard/connections/replace-key'
import { type PaidNoticeInput, paidNoticeInput, setPaidNotice } from '@/lib/dashboard/mail/paid-notice'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { action, confirmedAction } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

const connect = confirmedAction('connection.manage', connectAccountInput, (ctx, input) =>
  connectAccount(webDashboard(), ctx, input, { mayReplaceKey: false }),
)
const addSecret = confirmedAction('connection.manage', signingSecretInput, (ctx, input) =>
  saveSigningSecret(webDashboard(), ctx, input),
)
const retire = confirmedAction('connection.manage', retireSecretInput, (ctx, input) =>
  retireSecret(webDashboard(), ctx, input),
)
const replaceKey = confirmedAction('connection.manage', replaceKeyInput, (ctx, input) =>
  replaceConnectionKey(webDashboard(), ctx, input),
)
const disconnect = confirmedAction('connection.manage', disconnectInput, (ctx, input) =>
  disconnectAccount(webDashboard(), ctx, input),
)
const paidNotice = action('balance.read', paidNoticeInput, setPaidNotice)

export async function connectAction(
  account: string,
  input: z.input<typeof connectAccountInput>,
  stepUp: StepUp,
) {
  return connect(account, input, stepUp)
}

export async function addSecretAction(
  account: string,
  input: z.input<typeof signingSecretInput>,
  stepUp: StepUp,
) {
  return addSecret(account, input, stepUp)
}

export async function retireSecretAction(
  account: string,
  input: z.input<typeof retireSecretInput>,
  stepUp: StepUp,
) {
  return retire(account, input, stepUp)
}

export async function replaceKeyAction(
  account: string,
  input: z.input<typeof replaceKeyInput>,
  stepUp: StepUp,
) {
  return replaceKey(account, input, stepUp)
}

export async function disconnectAction(
  account: string,
  input: z.input<typeof disconnectInput>,
  stepUp: StepUp,
) {
  return disconnect(account, input, stepUp)
}

export async function setPaidNoticeAction(account: string, input: PaidNoticeInput) {
  return paidNotice(account, input)
}
