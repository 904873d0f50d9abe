'use server'

import { z } from 'zod'
import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { auditedAction } from '@/lib/dashboard/audit/audited-action'
import { type DeliveryFilter, deliveryFilterSchema } from '@/lib/dashboard/schema/developers/deliveries'
import { idField } from '@/lib/dashboard/schema/list'
import { action } from '@/lib/dashboard/web/action'
import { retryDelivery } from '@/lib/service/panel/deliveries'
import { startRetryRun, stopRetryRun } from '@/lib/service/panel/retry-runs'
import { setOf } from './delivery-reads'

const idInput = z.strictObject({ id: idField })
const startInput = z.strictObject({ filter: deliveryFilterSchema })

const retry = action('developers.write', idInput, async (ctx, { id }, member) => {
  const panel = await requirePanel(member)
  const act = { action: 'deliveries.retry', objectId: id, result: (queued: boolean) => (queued ? {} : null) }
  return { queued: await auditedAction(ctx, act, () => retryDelivery(panel, id)) }
})

const start = action('developers.write', startInput, async (ctx, { filter }, member) => {
  const panel = await requirePanel(member)
  const act = { action: 'deliveries.start_run', details: { filters: filter } }
  const result = (started: { id: string } | null) => started && { objectId: started.id }
  const run = await auditedAction(ctx, { ...act, result }, () => startRetryRun(panel, setOf(panel, filter)))
  return { id: run?.id ?? null }
})

const stop = action('developers.write', idInput, async (ctx, { id }, member) => {
  const panel = await requirePanel(member)
  const result = (stopped: boolean) => (stopped ? {} : null)
  const act = { action: 'deliveries.stop_run', objectId: id, result }
  return { stopped: await auditedAction(ctx, act, () => stopRetryRun(panel, id)) }
})

export async function retryDeliveryAction(account: string, input: z.input<typeof idInput>) {
  return retry(account, input)
}

export async function startRetryAction(account: string, filter: DeliveryFilter) {
  return start(account, { filter })
}

export async function stopRetryAction(account: string, input: z.input<typeof idInput>) {
  return stop(account, input)
}
