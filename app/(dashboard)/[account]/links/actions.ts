'use server'

import { type CreateLinkInput, createLink, createLinkInput } from '@/lib/dashboard/links/create-link'
import {
  type RequestCancelInput,
  requestCancel,
  requestCancelInput,
} from '@/lib/dashboard/links/request-cancel'
import { type RecordShareInput, recordShare, recordShareInput } from '@/lib/dashboard/links/share-trace'
import { type UndoCancelInput, undoCancel, undoCancelInput } from '@/lib/dashboard/links/undo-cancel'
import { action } from '@/lib/dashboard/web/action'

const create = action('links.create', createLinkInput, (ctx, input) => createLink(ctx, input))
const cancel = action('links.cancel', requestCancelInput, requestCancel)
const undo = action('links.cancel', undoCancelInput, undoCancel)
const share = action('links.read', recordShareInput, recordShare)

export async function createLinkAction(account: string, input: CreateLinkInput) {
  return create(account, input)
}

export async function cancelLinkAction(account: string, input: RequestCancelInput) {
  return cancel(account, input)
}

export async function undoCancelAction(account: string, input: UndoCancelInput) {
  return undo(account, input)
}

export async function recordShareAction(account: string, input: RecordShareInput) {
  return share(account, input)
}
