'use server'

import { z } from 'zod'
import { eventKinds } from '@/lib/contract/event-kinds'
import { auditedAction, changedValues } from '@/lib/dashboard/audit/audit-entry'
import { recordedReceiver } from '@/lib/dashboard/connections/connect-account'
import { action, confirmedAction } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import {
  type Acting,
  beginOwnRotation,
  endOwnRotation,
  ownAddress,
  refuseOwnAddress,
  requireChange,
  storedAddress,
} from '@/lib/own-account/own-endpoint'
import { requirePanel } from '@/lib/own-account/panel'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import { readEndpointSettings } from '@/lib/service/panel/endpoints'
import { answerMissed } from '@/lib/service/panel/missed-events'
import type { PanelContext } from '@/lib/service/panel/panel'
import { createEndpoint, updateEndpoint } from '@/lib/service/panel/save-endpoint'
import { sendTestEvent } from '@/lib/service/panel/send-test-event'

const id = z.string().max(200)
const draft = z.strictObject({
  url: z.string().max(5_000),
  description: z.string().max(5_000),
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

export const editEndpointAction = changeAction(draft.extend({ id }), async (acting, { id, ...input }) => {
  const { dashboard, panel, ownUrl } = acting
  const { url } = await readEndpointSettings(panel, id)
  if (storedAddress(input.url) !== url) refuseOwnAddress(input.url, ownUrl)
  const before = await endpointValues(panel, id)
  const result = (after: typeof before) => ({ details: changedValues(before, after) })
  await auditedAction(acting.ctx, { action: 'endpoints.edit', objectId: id, result }, async () => {
    await updateEndpoint(panel, id, input, dashboard)
    return endpointValues(panel, id)
  })
  return {}
})

const statusAfter = { pause: 'PAUSED', resume: 'ACTIVE', delete: 'DELETED' } as const
const changeInput = z.strictObject({ id, to: z.enum(['pause', 'resume', 'delete']) })

export const changeEndpointAction = changeAction(changeInput, async ({ ctx, panel }, { id, to }) => {
  const { url } = await endpointValues(panel, id)
  const act = { action: `endpoints.${to}`, objectId: id, details: { url } }
  await auditedAction(ctx, act, () => changeEndpointStatus(panel, id, statusAfter[to]))
  return {}
})

const missedInput = z.strictObject({ id, send: z.boolean() })

export const answerMissedAction = action('developers.write', missedInput, async (ctx, input, member) => {
  const panel = await requirePanel(member)
  const act = { action: 'endpoints.answer_missed', objectId: input.id, details: { send: input.send } }
  const result = (queued: number) => ({ details: { queued } })
  return { queued: await auditedAction(ctx, { ...act, result }, () => answerMissed(panel, input)) }
})

const rotateInput = z.strictObject({ id, mode: z.enum(['stage', 'overlap']) })

export const rotateSecretAction = changeAction(rotateInput, async (acting, { id, mode }) => {
  const act = { action: 'endpoints.rotate_secret', objectId: id, details: { mode }, result: orNothing }
  return { secret: await auditedAction(acting.ctx, act, () => beginOwnRotation(acting, { id, mode })) }
})

const endInput = z.strictObject({ id, act: z.enum(['use_now', 'cancel']) })

export const endRotationAction = changeAction(endInput, async (acting, { id, act }) => {
  const ending = { action: 'endpoints.end_rotation', objectId: id, details: { act }, result: orNothing }
  return { ended: await auditedAction(acting.ctx, ending, () => endOwnRotation(acting, { id, act })) }
})

const testInput = z.strictObject({ id, kind: z.enum(eventKinds) })

export const sendTestAction = action('developers.write', testInput, async (ctx, input, member) => {
  const panel = await requirePanel(member)
  const { id, kind } = input
  const act = { action: 'endpoints.test', objectId: id, details: { kind }, result: orNothing }
  return { deliveryId: await auditedAction(ctx, act, () => sendTestEvent(panel, input)) }
})

/** Returns the confirmed action of a change of one endpoint. It refuses as `requireChange` does. */
function changeAction<Schema extends z.ZodType<{ id: string }>, Data>(
  schema: Schema,
  verb: (acting: Acting, input: z.output<Schema>) => Promise<Data>,
) {
  return confirmedAction('developers.write', schema, async (ctx, input, member) => {
    const panel = await requirePanel(member)
    const ownUrl = ownAddress(ctx)
    await requireChange({ panel, role: member.role, ownUrl }, input.id)
    return verb({ dashboard: webDashboard(), panel, ctx, ownUrl }, input)
  })
}

/** Maps the result of a verb that changed nothing to null. */
const orNothing = (data: string | boolean | null) => (data ? {} : null)

async function endpointValues(panel: PanelContext, id: string) {
  return recorded(await readEndpointSettings(panel, id))
}

/** Removes path and query for the activity: some receivers have a token in the path or the query of their URL. */
function recorded<Values extends { url: string }>(values: Values): Values {
  return { ...values, url: recordedReceiver(values.url) }
}
