'use server'

import { z } from 'zod'
import { requestReconcile } from '@/lib/dashboard/sync/queue-run'
import { action } from '@/lib/dashboard/web/action'

const reconcile = action('mirror.reconcile', z.undefined(), requestReconcile)

export async function reconcileNowAction(account: string) {
  return reconcile(account, undefined)
}
