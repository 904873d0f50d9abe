'use server'

import { removeView, removeViewInput, saveView, saveViewInput } from '@/lib/dashboard/saved-views/save-view'
import { action } from '@/lib/dashboard/web/action'

// Every role that reads links reads payments and customers, too.
export const saveViewAction = action('links.read', saveViewInput, saveView)
export const removeViewAction = action('links.read', removeViewInput, removeView)
