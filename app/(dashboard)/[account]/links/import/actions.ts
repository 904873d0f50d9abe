'use server'

import { revalidatePath } from 'next/cache'
import type { z } from 'zod'
import {
  type ChangeLinkImportInput,
  changeLinkImport,
  changeLinkImportInput,
} from '@/lib/dashboard/link-imports/change-link-import'
import { startLinkImport, startLinkImportInput } from '@/lib/dashboard/link-imports/start-link-import'
import { action } from '@/lib/dashboard/web/action'

const start = action('links.create', startLinkImportInput, startLinkImport)
const change = action('links.create', changeLinkImportInput, changeLinkImport)

export async function startLinkImportAction(account: string, input: z.input<typeof startLinkImportInput>) {
  const result = await start(account, input)
  // The browser's cached copy of the page lacks this import.
  revalidatePath(`/${account}/links/import`)
  return result
}

export async function changeLinkImportAction(account: string, input: ChangeLinkImportInput) {
  return change(account, input)
}
