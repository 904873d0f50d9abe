'use server'

import { z } from 'zod'
import { eventKinds } from '@/lib/contract/event-kinds'
import { auditedAction, changedValues } from '@/lib/dashboard/audit/audit-entry'
import { recordedReceiver } from '@/lib/dashboard/connections/connect-account'
import type { Member } from '@/lib/dashboard/team/find-member'
import { action, confirmedAction } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { ownAddress, refuseOwnAddress, requireChange, storedAddress } from '@/lib/own-account/own-address'
import { requirePanel } from '@/lib/own-account/panel'
import { beginOwnRotation, endOwnRotation } from '@/lib/own-account/rotate-own-secret'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import { readEndpointSettings } from '@/lib/service/panel/endpoints'
import { answerMissed } from '@/lib/service/panel/missed-events'
import type { PanelContext } from '@/lib/service/panel/panel'
import { showNextSecret } from '@/lib/service/panel/rotate-secret'
import { createEndpoint, updateEndpoint } from '@/lib/service/panel/save-endpoint'
import { sendTestEvent } from '@/lib/service/panel/send-test-event'

const text = z.string().max(5_000)
const id = z.string().max(200)
const draft = z.strictObject({
  url: text,
  description: text,
  kinds: z.array(z.string().max(100)).max(50).readonly().nullable(),
})
export const addEndpointAction = confirmedAction('developers.write', draft, async (ctx, input, member) => {
  const panel = await requirePanel(member)
  refuseOwnAddress(input.url, ownAddress(ctx))
  const result = (made: { id: string }) => ({ objectId: made.id })
  const act = { action: 'endpoints.create', details: { after: recorded(input) }, result }
  const { id, secret } = await auditedAction(ctx, act, () => createEndpoint(panel, input, webDashboard()))
  return { id, secret }
})

const editInput = draft.extend({ id })
export const editEndpointAction = confirmedAction(
  'developers.write',
  editInput,
  async (ctx, { id: edited, ...input }, member) => {
    const { dashboard, panel, ownUrl } = await changing(member, edited)
    const { url } = await readEndpointSettings(panel, edited)
    if (storedAddress(input.url) !== url) refuseOwnAddress(input.url, ownUrl)
    const before = await endpointValues(panel, edited)
    const result = (after: typeof before) => ({ details: changedValues(before, after) })
    await auditedAction(ctx, { action: 'endpoints.edit', objectId: edited, result }, async () => {
      await updateEndpoint(panel, edited, input, dashboard)
      return endpointValues(panel, edited)
    })
    return {}
  },
)

const statusAfter = { pause: 'PAUSED', resume: 'ACTIVE', delete: 'DELETED' } as const
const changeInput = z.strictObject({ id, to: z.enum(['pause', 'resume', 'delete']) })
export const changeEndpointAction = confirmedAction(
  'developers.write',
  changeInput,
  async (ctx, { id: changed, to }, member) => {
    const { panel } = await changing(member, changed)
    const { url } = await endpointValues(panel, changed)
    await auditedAction(ctx, { action: `endpoints.${to}`, objectId: changed, details: { url } }, () =>
      changeEndpointStatus(panel, changed, statusAfter[to]),
    )
    return {}
  },
)

const missedInput = z.strictObject({ id, send: z.boolean() })
export const answerMissedAction = action('developers.write', missedInput, async (ctx, input, member) => {
  const panel = await requirePanel(member)
  const act = { action: 'endpoints.answer_missed', objectId: input.id, details: { send: input.send } }
  const result = (queued: number) => ({ details: { queued } })
  return { queued: await auditedAction(ctx, { ...act, result }, () => answerMissed(panel, input)) }
})

const rotateInput = z.strictObject({ id, mode: z.enum(['stage', 'overlap']) })
export const rotateSecretAction = confirmedAction(
  'developers.write',
  rotateInput,
  async (ctx, input, member) => {
    const acting = await changing(member, input.id)
    const act = { action: 'endpoints.rotate_secret', objectId: input.id, details: { mode: input.mode } }
    return {
      secret: await auditedAction(ctx, { ...act, result: orNothing }, () => beginOwnRotation(acting, input)),
    }
  },
)

const showInput = z.strictObject({ id })
export const showNextSecretAction = confirmedAction(
  'developers.write',
  showInput,
  async (ctx, { id: shown }, member) => {
    const { dashboard, panel } = await changing(member, shown)
    const act = { action: 'endpoints.reveal_secret', objectId: shown, result: orNothing }
    return { secret: await auditedAction(ctx, act, () => showNextSecret(panel, shown, dashboard.keyring)) }
  },
)

const endInput = z.strictObject({ id, act: z.enum(['use_now', 'cancel']) })
export const endRotationAction = confirmedAction('developers.write', endInput, async (ctx, input, member) => {
  const acting = await changing(member, input.id)
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

const testInput = z.strictObject({ id, kind: z.enum(eventKinds) })
export const sendTestAction = action('developers.write', testInput, async (ctx, input, member) => {
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
  return recorded(await readEndpointSettings(panel, id))
}

/**
 * Removes path and query for the activity: some receivers have a token in the path or the query of their URL.
 */
function recorded<Values extends { url: string }>(values: Values): Values {
  return { ...values, url: recordedReceiver(values.url) }
}
