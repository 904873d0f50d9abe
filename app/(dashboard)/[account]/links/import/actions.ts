'use server'

import { revalidatePath } from 'next/cache'
import {
  type StartLinkImportInput,
  startLinkImport,
  startLinkImportInput,
} from '@/lib/dashboard/link-imports/start-link-import'
import {
  type LinkImportIdInput,
  linkImportIdInput,
  resumeLinkImport,
  stopLinkImport,
} from '@/lib/dashboard/link-imports/stop-or-resume-link-import'
import { action } from '@/lib/dashboard/web/action'

const start = action('links.create', startLinkImportInput, startLinkImport)
const stop = action('links.create', linkImportIdInput, stopLinkImport)
const resume = action('links.create', linkImportIdInput, resumeLinkImport)

export async function startLinkImportAction(account: string, input: StartLinkImportInput) {
  return forgetPages(account, await start(account, input))
}

export async function stopLinkImportAction(account: string, input: LinkImportIdInput) {
  return forgetPages(account, await stop(account, input))
}

export async function resumeLinkImportAction(account: string, input: LinkImportIdInput) {
  return forgetPages(account, await resume(account, input))
}

/** Revalidates the page of the imports: the browser's cached copy lacks this one. */
function forgetPages<Result>(account: string, result: Result): Result {
  revalidatePath(`/${account}/links/import`)
  return result
}
