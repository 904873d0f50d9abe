'use server'

import { type AskCancelInput, askCancel, askCancelInput } from '@/lib/dashboard/links/ask-cancel'
import { type CreateLinkInput, createLink, createLinkInput } from '@/lib/dashboard/links/create-link'
import { type RecordShareInput, recordShare, recordShareInput } from '@/lib/dashboard/links/share-trace'
import { type UndoCancelInput, undoCancel, undoCancelInput } from '@/lib/dashboard/links/undo-cancel'
import { action } from '@/lib/dashboard/web/action'

const create = action('links.create', createLinkInput, createLink)
const cancel = action('links.cancel', askCancelInput, askCancel)
const undo = action('links.cancel', undoCancelInput, undoCancel)
const share = action('links.read', recordShareInput, recordShare)

export async function createLinkAction(input: CreateLinkInput) {
  return create(input)
}

export async function cancelLinkAction(input: AskCancelInput) {
  return cancel(input)
}

export async function undoCancelAction(input: UndoCancelInput) {
  return undo(input)
}

export async function recordShareAction(input: RecordShareInput) {
  return share(input)
}
