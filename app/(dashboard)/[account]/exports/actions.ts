'use server'

import {
  removeExport,
  removeExportInput,
  startExport,
  startExportInput,
} from '@/lib/dashboard/exports/export-jobs'
import { action } from '@/lib/dashboard/web/action'

// Each kind of file has its own permission, which the verbs check.
export const startExportAction = action('payments.read', startExportInput, (ctx, input, { role }) =>
  startExport(ctx, input, role),
)
export const removeExportAction = action('payments.read', removeExportInput, (ctx, input, { role }) =>
  removeExport(ctx, input, role),
)
