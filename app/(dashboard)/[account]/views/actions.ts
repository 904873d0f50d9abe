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

// Every role that reads the one list reads the other.
const save = action('links.read', saveViewInput, saveView)
const remove = action('links.read', removeViewInput, removeView)

export async function saveViewAction(account: string, input: SaveViewInput) {
  return forgetPages(account, await save(account, input))
}

export async function removeViewAction(account: string, input: RemoveViewInput) {
  return forgetPages(account, await remove(account, input))
}

/** The browser keeps the pages that it was on for a while, with the views as they were. */
function forgetPages<Result>(account: string, result: Result): Result {
  for (const list of viewLists) revalidatePath(`/${account}/${list}`)
  return result
}
