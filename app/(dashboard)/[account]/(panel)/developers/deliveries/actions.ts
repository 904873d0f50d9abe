'use server'

import { z } from 'zod'
import { auditedAction } from '@/lib/dashboard/audit/audit-entry'
import { deliveryFilterSchema } from '@/lib/dashboard/developers/filters'
import { idField } from '@/lib/dashboard/reads/list'
import { action } from '@/lib/dashboard/web/action'
import { requirePanel } from '@/lib/own-account/panel'
import { setOf } from '@/lib/own-account/reads'
import { retryDelivery } from '@/lib/service/panel/deliveries'
import { startRetryRun, stopRetryRun } from '@/lib/service/panel/retry-runs'

const idInput = z.strictObject({ id: idField })
const startInput = z.strictObject({ filter: deliveryFilterSchema })

export const retryDeliveryAction = action('developers.write', idInput, async (ctx, { id }, member) => {
  const panel = await requirePanel(member)
  const act = { action: 'deliveries.retry', objectId: id, result: (queued: boolean) => (queued ? {} : null) }
  return { queued: await auditedAction(ctx, act, () => retryDelivery(panel, id)) }
})

export const startRetryAction = action('developers.write', startInput, async (ctx, { filter }, member) => {
  const panel = await requirePanel(member)
  const act = { action: 'deliveries.start_run', details: { filters: filter } }
  const result = (started: { id: string } | null) => started && { objectId: started.id }
  const run = await auditedAction(ctx, { ...act, result }, () => startRetryRun(panel, setOf(panel, filter)))
  return { id: run?.id ?? null }
})

export const stopRetryAction = action('developers.write', idInput, async (ctx, { id }, member) => {
  const panel = await requirePanel(member)
  const result = (stopped: boolean) => (stopped ? {} : null)
  const act = { action: 'deliveries.stop_run', objectId: id, result }
  return { stopped: await auditedAction(ctx, act, () => stopRetryRun(panel, id)) }
})
