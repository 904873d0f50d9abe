'use server'

import { z } from 'zod'
import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import type { Member } from '@/lib/dashboard/team/find-member'
import { action } from '@/lib/dashboard/web/action'
import { confirmMember } from '@/lib/dashboard/web/confirm-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import {
  addEndpoint,
  answerMissedEvents,
  changeEndpoint,
  editEndpoint,
  endpointAddress,
  sendTestEvent,
  showRotationSecret,
} from '@/lib/service/panel/endpoints'
import { ownAddress, refuseOwnAddress, requireChange, storedAddress } from './own-address'
import { beginOwnRotation, endOwnRotation } from './rotate-own-secret'

const text = z.string().max(5_000)
const id = z.string().max(200)
const password = z.string().max(500)
const draft = {
  url: text,
  description: text,
  kinds: z.array(z.string().max(100)).max(50).readonly().nullable(),
}
/** Longer than any object that an event carries. */
const SAMPLE_LENGTH_MAX = 100_000

const addInput = z.strictObject({ ...draft, password })
const add = action('developers.write', addInput, async (ctx, { password, ...input }, member) => {
  const panel = await requirePanel(member)
  refuseOwnAddress(input.url, ownAddress(ctx))
  await confirmMember(member, password)
  return addEndpoint(panel, input, webDashboard())
})

/** `password`: read only where the address changes. */
const editInput = z.strictObject({ id, ...draft, password })
const edit = action('developers.write', editInput, async (_, { id: edited, password, ...input }, member) => {
  const { dashboard, panel, ownUrl } = await changing(member, edited)
  if (storedAddress(input.url) !== (await endpointAddress(panel, edited))) {
    refuseOwnAddress(input.url, ownUrl)
    await confirmMember(member, password)
  }
  await editEndpoint(panel, edited, input, dashboard)
  return {}
})

const changeInput = z.strictObject({ id, to: z.enum(['pause', 'resume', 'delete']) })
const change = action('developers.write', changeInput, async (_, { id: changed, to }, member) => {
  const { panel } = await changing(member, changed)
  await changeEndpoint(panel, changed, to)
  return {}
})

const missedInput = z.strictObject({ id, send: z.boolean() })
const answerMissed = action('developers.write', missedInput, async (_, input, member) => ({
  queued: await answerMissedEvents(await requirePanel(member), input),
}))

const rotateInput = z.strictObject({ id, mode: z.enum(['stage', 'overlap']), password })
const rotate = action('developers.write', rotateInput, async (_, { password, ...input }, member) => {
  const acting = await changing(member, input.id)
  await confirmMember(member, password)
  return { secret: await beginOwnRotation(acting, input) }
})

const showInput = z.strictObject({ id, password })
const showNext = action('developers.write', showInput, async (_, { id: shown, password }, member) => {
  const { dashboard, panel } = await changing(member, shown)
  await confirmMember(member, password)
  return { secret: await showRotationSecret(panel, shown, dashboard) }
})

const endInput = z.strictObject({ id, act: z.enum(['use_now', 'cancel']), password })
const end = action('developers.write', endInput, async (_, { password, ...input }, member) => {
  const acting = await changing(member, input.id)
  await confirmMember(member, password)
  return { ended: await endOwnRotation(acting, input) }
})

/** Returns what a change of an endpoint needs. Throws Refusal `forbidden` as `requireChange` does. */
async function changing(member: Member, id: string) {
  const { ctx, role } = member
  const panel = await requirePanel(member)
  const ownUrl = ownAddress(ctx)
  await requireChange({ panel, role, ownUrl }, id)
  return { dashboard: webDashboard(), panel, ctx, ownUrl }
}

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

export async function showNextSecretAction(account: string, input: z.input<typeof showInput>) {
  return showNext(account, input)
}

export async function endRotationAction(account: string, input: z.input<typeof endInput>) {
  return end(account, input)
}

export async function sendTestAction(account: string, input: z.input<typeof testInput>) {
  return sendTest(account, input)
}
