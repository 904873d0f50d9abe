'use server'

import {
  connectAccount,
  connectAccountInput,
  replaceConnectionKey,
  replaceKeyInput,
  retireSecret,
  retireSecretInput,
  saveSigningSecret,
  signingSecretInput,
} from '@/lib/dashboard/connections/connect-account'
import { disconnectAccount, disconnectInput } from '@/lib/dashboard/connections/disconnect-account'
import { paidNoticeInput, setPaidNotice } from '@/lib/dashboard/mail/paid-notice'
import { refundLimitInput, setSupportLimit } from '@/lib/dashboard/refunds/support-limit'
import { action, confirmedAction } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

export const connectAction = confirmedAction('connection.manage', connectAccountInput, (ctx, input) =>
  connectAccount(webDashboard(), ctx, input, { mayReplaceKey: false }),
)
export const addSecretAction = confirmedAction('connection.manage', signingSecretInput, (ctx, input) =>
  saveSigningSecret(webDashboard(), ctx, input),
)
export const retireSecretAction = confirmedAction('connection.manage', retireSecretInput, (ctx, input) =>
  retireSecret(webDashboard(), ctx, input),
)
export const replaceKeyAction = confirmedAction('connection.manage', replaceKeyInput, (ctx, input) =>
  replaceConnectionKey(webDashboard(), ctx, input),
)
export const disconnectAction = confirmedAction('connection.manage', disconnectInput, (ctx, input) =>
  disconnectAccount(webDashboard(), ctx, input),
)
export const setPaidNoticeAction = action('balance.read', paidNoticeInput, setPaidNotice)
export const setRefundLimitAction = action('refunds.limit', refundLimitInput, setSupportLimit)
