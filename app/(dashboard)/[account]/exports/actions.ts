'use server'

import {
  removeExport,
  removeExportInput,
  startExport,
  startExportInput,
} from '@/lib/dashboard/exports/export-jobs'
import type { ExportRequest } from '@/lib/dashboard/schema/export'
import { action } from '@/lib/dashboard/web/action'

// Each kind of file has its own permission, which the verbs check.
const start = action('payments.read', startExportInput, (ctx, input, { role }) =>
  startExport(ctx, input, role),
)
const remove = action('payments.read', removeExportInput, (ctx, input, { role }) =>
  removeExport(ctx, input, role),
)

export async function startExportAction(account: string, input: ExportRequest) {
  return start(account, input)
}

export async function removeExportAction(account: string, input: { id: string }) {
  return remove(account, input)
}
