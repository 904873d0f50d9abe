'use server'

import { z } from 'zod'
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
import { action } from '@/lib/dashboard/web/action'
import { confirmMember } from '@/lib/dashboard/web/confirm-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

const confirmed = { password: z.string().max(500) }
const confirmedSecret = signingSecretInput.extend(confirmed)
const confirmedRetire = retireSecretInput.extend(confirmed)
const confirmedKey = replaceKeyInput.extend(confirmed)

const connect = action('connection.manage', connectAccountInput, (ctx, input) =>
  connectAccount(webDashboard(), ctx, input, { mayReplaceKey: false }),
)
const addSecret = action(
  'connection.manage',
  confirmedSecret,
  async (ctx, { password, ...input }, member) => {
    await confirmMember(member, password)
    return saveSigningSecret(webDashboard(), ctx, input)
  },
)
const retire = action('connection.manage', confirmedRetire, async (ctx, { password, ...input }, member) => {
  await confirmMember(member, password)
  return retireSecret(webDashboard(), ctx, input)
})
const replaceKey = action('connection.manage', confirmedKey, async (ctx, { password, ...input }, member) => {
  await confirmMember(member, password)
  return replaceConnectionKey(webDashboard(), ctx, input)
})
const disconnect = action('connection.manage', disconnectInput, (ctx, input) =>
  disconnectAccount(webDashboard(), ctx, input),
)
const paidNotice = action('balance.read', paidNoticeInput, setPaidNotice)

export async function connectAction(account: string, input: z.input<typeof connectAccountInput>) {
  return connect(account, input)
}

export async function addSecretAction(account: string, input: z.input<typeof confirmedSecret>) {
  return addSecret(account, input)
}

export async function retireSecretAction(account: string, input: z.input<typeof confirmedRetire>) {
  return retire(account, input)
}

export async function replaceKeyAction(account: string, input: z.input<typeof confirmedKey>) {
  return replaceKey(account, input)
}

export async function disconnectAction(account: string, input: z.input<typeof disconnectInput>) {
  return disconnect(account, input)
}

export async function setPaidNoticeAction(account: string, input: PaidNoticeInput) {
  return paidNotice(account, input)
}
