'use server'

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
  return save(input)
}

export async function removeViewAction(input: RemoveViewInput) {
  return remove(input)
}
