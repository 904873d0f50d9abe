'use server'

import { headers } from 'next/headers'
import { z } from 'zod'
import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { saveSigningSecret } from '@/lib/dashboard/connections/connect-account'
import { confirmPassword } from '@/lib/dashboard/team/confirm-password'
import type { Member } from '@/lib/dashboard/team/find-member'
import { action } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { clientAddress } from '@/lib/platform/peer-address'
import {
  addEndpoint,
  answerMissedEvents,
  changeEndpoint,
  editEndpoint,
  sendTestEvent,
} from '@/lib/service/panel/endpoints'
import { ownAddress } from './own-address'
import { beginOwnRotation, endOwnRotation } from './rotate-own-secret'

const text = z.string().max(5_000)
const id = z.string().max(200)
const draft = {
  url: text,
  description: text,
  kinds: z.array(z.string().max(100)).max(50).readonly().nullable(),
}
/** Longer than any object that an event carries. */
const SAMPLE_LENGTH_MAX = 100_000

const addInput = z.strictObject(draft)
const add = action('developers.write', addInput, async (ctx, input, member) => {
  const made = await addEndpoint(await requirePanel(member), input, webDashboard())
  if (input.url.trim() === ownAddress(ctx))
    await saveSigningSecret(webDashboard(), ctx, { secret: made.secret })
  return made
})

const editInput = z.strictObject({ id, ...draft })
const edit = action('developers.write', editInput, async (_, { id: edited, ...input }, member) => {
  await editEndpoint(await requirePanel(member), edited, input, webDashboard())
  return {}
})

const changeInput = z.strictObject({ id, to: z.enum(['pause', 'resume', 'delete']) })
const change = action('developers.write', changeInput, async (_, { id: changed, to }, member) => {
  await changeEndpoint(await requirePanel(member), changed, to)
  return {}
})

const missedInput = z.strictObject({ id, send: z.boolean() })
const answerMissed = action('developers.write', missedInput, async (_, input, member) => ({
  queued: await answerMissedEvents(await requirePanel(member), input),
}))

async function acting(member: Member) {
  const { ctx } = member
  return { dashboard: webDashboard(), panel: await requirePanel(member), ctx, ownUrl: ownAddress(ctx) }
}

const rotateInput = z.strictObject({
  id,
  mode: z.enum(['stage', 'overlap']),
  password: z.string().max(500),
})
const rotate = action('developers.write', rotateInput, async (_, { password, ...input }, member) => {
  const dashboard = webDashboard()
  const address = clientAddress(await headers(), dashboard.env.TRUSTED_PROXIES)
  await confirmPassword(dashboard, { email: member.user.email, password, address })
  return { secret: await beginOwnRotation(await acting(member), input) }
})

const endInput = z.strictObject({ id, act: z.enum(['use_now', 'cancel']) })
const end = action('developers.write', endInput, async (_, input, member) => ({
  ended: await endOwnRotation(await acting(member), input),
}))

const testInput = z.strictObject({ id, kind: z.string().max(100), data: z.string().max(SAMPLE_LENGTH_MAX) })
const sendTest = action('developers.write', testInput, async (_, input, member) => ({
  deliveryId: await sendTestEvent(await requirePanel(member), input),
}))

export async function addEndpointAction(account: string, input: z.input<typeof addInput>) {
  return add(account, input)
}

export async function editEndpointAction(account: string, input: z.input<typeof editInput>) {
  return edit(account, input)
}

export async function changeEndpointAction(account: string, input: z.input<typeof changeInput>) {
  return change(account, input)
}

export async function answerMissedAction(account: string, input: z.input<typeof missedInput>) {
  return answerMissed(account, input)
}

export async function rotateSecretAction(account: string, input: z.input<typeof rotateInput>) {
  return rotate(account, input)
}

export async function endRotationAction(account: string, input: z.input<typeof endInput>) {
  return end(account, input)
}

export async function sendTestAction(account: string, input: z.input<typeof testInput>) {
  return sendTest(account, input)
}
