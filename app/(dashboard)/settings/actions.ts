'use server'

import type { z } from 'zod'
import {
  chooseConnection,
  chooseConnectionInput,
  connectAccount,
  connectAccountInput,
  saveSigningSecret,
  signingSecretInput,
} from '@/lib/dashboard/connections/connect-account'
import { action } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

const connect = action('connection.manage', connectAccountInput, (ctx, input) =>
  connectAccount(webDashboard(), ctx, input),
)
const addSecret = action('connection.manage', signingSecretInput, (ctx, input) =>
  saveSigningSecret(webDashboard(), ctx, input),
)
const choose = action('connection.manage', chooseConnectionInput, (ctx, input) =>
  chooseConnection(webDashboard(), ctx, input),
)

export async function connectAction(input: z.input<typeof connectAccountInput>) {
  return connect(input)
}

export async function addSecretAction(input: z.input<typeof signingSecretInput>) {
  return addSecret(input)
}

export async function chooseConnectionAction(input: z.input<typeof chooseConnectionInput>) {
  return choose(input)
}
