'use server'

import { revalidatePath } from 'next/cache'
import {
  type RemoveViewInput,
  removeView,
  removeViewInput,
  type SaveViewInput,
  saveView,
  saveViewInput,
} from '@/lib/dashboard/saved-views/save-view'
import { viewLists } from '@/lib/dashboard/schema/saved-view'
import { action } from '@/lib/dashboard/web/action'

// Every role that reads links reads payments, too.
const save = action('links.read', saveViewInput, saveView)
const remove = action('links.read', removeViewInput, removeView)

export async function saveViewAction(account: string, input: SaveViewInput) {
  return forgetPages(account, await save(account, input))
}

export async function removeViewAction(account: string, input: RemoveViewInput) {
  return forgetPages(account, await remove(account, input))
}

/** Revalidates the pages that the browser has cached with the previous views. */
function forgetPages<Result>(account: string, result: Result): Result {
  for (const list of viewLists) revalidatePath(`/${account}/${list}`)
  return result
}
