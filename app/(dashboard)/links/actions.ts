'use server'

import { type CancelLinkInput, cancelLink, cancelLinkInput } from '@/lib/dashboard/links/cancel-link'
import { type CreateLinkInput, createLink, createLinkInput } from '@/lib/dashboard/links/create-link'
import { action } from '@/lib/dashboard/web/action'

const create = action('links.create', createLinkInput, createLink)
const cancel = action('links.cancel', cancelLinkInput, cancelLink)

export async function createLinkAction(input: CreateLinkInput) {
  return create(input)
}

export async function cancelLinkAction(input: CancelLinkInput) {
  return cancel(input)
}
