'use server'

import { revalidatePath } from 'next/cache'
import { type StartBatchInput, startBatch, startBatchInput } from '@/lib/dashboard/link-batches/start-batch'
import {
  resumeBatch,
  type SteerBatchInput,
  steerBatchInput,
  stopBatch,
} from '@/lib/dashboard/link-batches/steer-batch'
import { action } from '@/lib/dashboard/web/action'

const start = action('links.create', startBatchInput, startBatch)
const stop = action('links.create', steerBatchInput, stopBatch)
const resume = action('links.create', steerBatchInput, resumeBatch)

export async function startBatchAction(input: StartBatchInput) {
  return forgetPages(await start(input))
}

export async function stopBatchAction(input: SteerBatchInput) {
  return forgetPages(await stop(input))
}

export async function resumeBatchAction(input: SteerBatchInput) {
  return forgetPages(await resume(input))
}

/** The browser keeps the page of the imports for a while, without this one. */
function forgetPages<Result>(result: Result): Result {
  revalidatePath('/links/import')
  return result
}
