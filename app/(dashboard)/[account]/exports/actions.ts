'use server'

import {
  removeExport,
  removeExportInput,
  startExport,
  startExportInput,
} from '@/lib/dashboard/exports/export-jobs'
import { action } from '@/lib/dashboard/web/action'
import { memberTexts } from '@/lib/ui/member-reader'

// Each kind of file has its own permission, which the verbs check.
export const startExportAction = action('payments.read', startExportInput, async (ctx, input, { role }) =>
  startExport(ctx, input, role, await memberTexts()),
)
export const removeExportAction = action('payments.read', removeExportInput, (ctx, input, { role }) =>
  removeExport(ctx, input, role),
)
