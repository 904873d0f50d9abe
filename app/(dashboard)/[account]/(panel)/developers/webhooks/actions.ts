'use server'

import { z } from 'zod'
import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { auditedAction, changedValues } from '@/lib/dashboard/audit/audited-action'
import { recordedReceiver } from '@/lib/dashboard/connections/connect-account'
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
  readPanelEndpoint,
  sendTestEvent,
  showRotationSecret,
} from '@/lib/service/panel/endpoints'
import type { PanelContext } from '@/lib/service/panel/panel'
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
/** Longer than any object of an event. */
const SAMPLE_LENGTH_MAX = 100_000

const addInput = z.strictObject({ ...draft, password })
const add = action('developers.write', addInput, async (ctx, { password, ...input }, member) => {
  const panel = await requirePanel(member)
  refuseOwnAddress(input.url, ownAddress(ctx))
  await confirmMember(member, password)
  const result = (made: { id: string }) => ({ objectId: made.id })
  return auditedAction(ctx, { action: 'endpoints.create', details: { after: recorded(input) }, result }, () =>
    addEndpoint(panel, input, webDashboard()),
  )
})

/** `password`: read only if the URL changes. */
const editInput = z.strictObject({ id, ...draft, password })
const edit = action(
  'developers.write',
  editInput,
  async (ctx, { id: edited, password, ...input }, member) => {
    const { dashboard, panel, ownUrl } = await changing(member, edited)
    if (storedAddress(input.url) !== (await endpointAddress(panel, edited))) {
      refuseOwnAddress(input.url, ownUrl)
      await confirmMember(member, password)
    }
    const before = await endpointValues(panel, edited)
    const result = (after: typeof before) => ({ details: changedValues(before, after) })
    await auditedAction(ctx, { action: 'endpoints.edit', objectId: edited, result }, async () => {
      await editEndpoint(panel, edited, input, dashboard)
      return endpointValues(panel, edited)
    })
    return {}
  },
)

const changeInput = z.strictObject({ id, to: z.enum(['pause', 'resume', 'delete']) })
const change = action('developers.write', changeInput, async (ctx, { id: changed, to }, member) => {
  const { panel } = await changing(member, changed)
  const { url } = await endpointValues(panel, changed)
  await auditedAction(ctx, { action: `endpoints.${to}`, objectId: changed, details: { url } }, () =>
    changeEndpoint(panel, changed, to),
  )
  return {}
})

const missedInput = z.strictObject({ id, send: z.boolean() })
const answerMissed = action('developers.write', missedInput, async (ctx, input, member) => {
  const panel = await requirePanel(member)
  const act = { action: 'endpoints.answer_missed', objectId: input.id, details: { send: input.send } }
  const result = (queued: number) => ({ details: { queued } })
  return { queued: await auditedAction(ctx, { ...act, result }, () => answerMissedEvents(panel, input)) }
})

const rotateInput = z.strictObject({ id, mode: z.enum(['stage', 'overlap']), password })
const rotate = action('developers.write', rotateInput, async (ctx, { password, ...input }, member) => {
  const acting = await changing(member, input.id)
  await confirmMember(member, password)
  const act = { action: 'endpoints.rotate_secret', objectId: input.id, details: { mode: input.mode } }
  return {
    secret: await auditedAction(ctx, { ...act, result: orNothing }, () => beginOwnRotation(acting, input)),
  }
})

const showInput = z.strictObject({ id, password })
const showNext = action('developers.write', showInput, async (ctx, { id: shown, password }, member) => {
  const { dashboard, panel } = await changing(member, shown)
  await confirmMember(member, password)
  const act = { action: 'endpoints.reveal_secret', objectId: shown, result: orNothing }
  return { secret: await auditedAction(ctx, act, () => showRotationSecret(panel, shown, dashboard)) }
})

const endInput = z.strictObject({ id, act: z.enum(['use_now', 'cancel']), password })
const end = action('developers.write', endInput, async (ctx, { password, ...input }, member) => {
  const acting = await changing(member, input.id)
  await confirmMember(member, password)
  const act = { action: 'endpoints.end_rotation', objectId: input.id, details: { act: input.act } }
  return {
    ended: await auditedAction(ctx, { ...act, result: orNothing }, () => endOwnRotation(acting, input)),
  }
})

/** Returns the context for changing an endpoint. Throws Refusal `forbidden` as `requireChange` does. */
async function changing(member: Member, id: string) {
  const { ctx, role } = member
  const panel = await requirePanel(member)
  const ownUrl = ownAddress(ctx)
  await requireChange({ panel, role, ownUrl }, id)
  return { dashboard: webDashboard(), panel, ctx, ownUrl }
}

const testInput = z.strictObject({ id, kind: z.string().max(100), data: z.string().max(SAMPLE_LENGTH_MAX) })
const sendTest = action('developers.write', testInput, async (ctx, input, member) => {
  const panel = await requirePanel(member)
  const act = { action: 'endpoints.test', objectId: input.id, details: { kind: input.kind } }
  return {
    deliveryId: await auditedAction(ctx, { ...act, result: orNothing }, () => sendTestEvent(panel, input)),
  }
})

/** Maps the result of a verb that changed nothing to null. */
const orNothing = (data: string | boolean | null) => (data ? {} : null)

/** Returns the values of an endpoint that members can change. Throws 404 `resource_not_found`. */
async function endpointValues(panel: PanelContext, id: string) {
  const { endpoint } = await readPanelEndpoint(panel, id, '')
  const { url, description, kinds } = endpoint
  return recorded({ url, description, kinds })
}

/**
 * Removes path and query for the activity: some receivers have a token in the path or the query of their URL.
 */
function recorded<Values extends { url: string }>(values: Values): Values {
  return { ...values, url: recordedReceiver(values.url) }
}

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
