'use server'

import { z } from 'zod'
import { requestReconcile } from '@/lib/dashboard/sync/queue-run'
import { action } from '@/lib/dashboard/web/action'

const input = z.strictObject({ whole: z.boolean() })

export const reconcileNowAction = action('mirror.reconcile', input, requestReconcile)
