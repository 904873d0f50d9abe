'use server'

import type { z } from 'zod'
import { chooseConnection, chooseConnectionInput } from '@/lib/dashboard/connections/connect-account'
import { action } from '@/lib/dashboard/web/action'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

const choose = action('connection.manage', chooseConnectionInput, (ctx, input) =>
  chooseConnection(webDashboard(), ctx, input),
)

export async function chooseConnectionAction(input: z.input<typeof chooseConnectionInput>) {
  return choose(input)
}
