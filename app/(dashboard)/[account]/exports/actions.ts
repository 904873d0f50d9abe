'use server'

import {
  type ChangeExportInput,
  cancelExport,
  changeExportInput,
  deleteExport,
} from '@/lib/dashboard/exports/change-export'
import { startExport, startExportInput } from '@/lib/dashboard/exports/start-export'
import type { ExportRequest } from '@/lib/dashboard/schema/export'
import { action } from '@/lib/dashboard/web/action'

// Each kind of file has its own permission, which the verbs check.
const start = action('payments.read', startExportInput, (ctx, input, { role }) =>
  startExport(ctx, input, role),
)
const cancel = action('payments.read', changeExportInput, (ctx, input, { role }) =>
  cancelExport(ctx, input, role),
)
const remove = action('payments.read', changeExportInput, (ctx, input, { role }) =>
  deleteExport(ctx, input, role),
)

export async function startExportAction(account: string, input: ExportRequest & { form_token: string }) {
  return start(account, input)
}

export async function cancelExportAction(account: string, input: ChangeExportInput) {
  return cancel(account, input)
}

export async function deleteExportAction(account: string, input: ChangeExportInput) {
  return remove(account, input)
}
