'use server'

import { revalidatePath } from 'next/cache'
import { type StartBatchInput, startBatch, startBatchInput } from '@/lib/dashboard/link-batches/start-batch'
import {
  type BatchIdInput,
  batchIdInput,
  resumeBatch,
  stopBatch,
} from '@/lib/dashboard/link-batches/stop-or-resume-batch'
import { action } from '@/lib/dashboard/web/action'

const start = action('links.create', startBatchInput, startBatch)
const stop = action('links.create', batchIdInput, stopBatch)
const resume = action('links.create', batchIdInput, resumeBatch)

export async function startBatchAction(account: string, input: StartBatchInput) {
  return forgetPages(account, await start(account, input))
}

export async function stopBatchAction(account: string, input: BatchIdInput) {
  return forgetPages(account, await stop(account, input))
}

export async function resumeBatchAction(account: string, input: BatchIdInput) {
  return forgetPages(account, await resume(account, input))
}

/** Revalidates the page of the imports: the browser's cached copy lacks this one. */
function forgetPages<Result>(account: string, result: Result): Result {
  revalidatePath(`/${account}/links/import`)
  return result
}
