'use server'

import { requestCancel, requestCancelInput, undoCancel, undoCancelInput } from '@/lib/dashboard/links/cancel'
import { createLink, createLinkInput } from '@/lib/dashboard/links/create-link'
import { recordShare, recordShareInput } from '@/lib/dashboard/links/share-trace'
import { action } from '@/lib/dashboard/web/action'

export const createLinkAction = action('links.create', createLinkInput, (ctx, input) =>
  createLink(ctx, input),
)
export const cancelLinkAction = action('links.cancel', requestCancelInput, requestCancel)
export const undoCancelAction = action('links.cancel', undoCancelInput, undoCancel)
export const recordShareAction = action('links.read', recordShareInput, recordShare)
