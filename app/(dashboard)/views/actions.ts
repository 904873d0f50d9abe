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
import { action } from '@/lib/dashboard/web/action'

// Every role that reads the one list reads the other.
const save = action('links.read', saveViewInput, saveView)
const remove = action('links.read', removeViewInput, removeView)

export async function saveViewAction(input: SaveViewInput) {
  return forgetPages(await save(input))
}

export async function removeViewAction(input: RemoveViewInput) {
  return forgetPages(await remove(input))
}

/** The browser keeps the pages that it was on for a while, with the views as they were. */
function forgetPages<Result>(result: Result): Result {
  revalidatePath('/links')
  revalidatePath('/payments')
  return result
}
