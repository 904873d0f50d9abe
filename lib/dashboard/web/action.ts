import { headers } from 'next/headers'
import type { z } from 'zod'
import { fieldErrors } from '@/lib/contract/field-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Permission } from '@/lib/dashboard/team/can'
import type { ActionResult } from './action-result'
import { requirePermission } from './member'
import { problemOf } from './problem'
import { isOwnOrigin } from './same-origin'
import { webDashboard } from './web-dashboard'

/**
 * A server action: checks origin, session, role and input, calls one verb, and answers a typed result. No thrown
 * error leaves it; what is not expected is logged.
 */
export function action<Schema extends z.ZodType, Data>(
  permission: Permission,
  schema: Schema,
  verb: (ctx: ConnectionContext, input: z.output<Schema>) => Promise<Data>,
): (input: unknown) => Promise<ActionResult<Data>> {
  return async (input) => {
    const dashboard = webDashboard()
    try {
      if (!isOwnOrigin((await headers()).get('origin'), dashboard.env.WEB_URL))
        throw new Refusal('foreign_origin')
      const { ctx } = await requirePermission(permission)
      const parsed = schema.safeParse(input)
      if (!parsed.success)
        throw new Refusal('invalid_parameters', { fields: fieldErrors(parsed.error, input) })
      return { ok: true, data: await verb(ctx, parsed.data) }
    } catch (error) {
      const problem = problemOf(error)
      if (problem.code === 'internal_error')
        dashboard.log.error({ permission, err: error }, 'an action failed')
      return { ok: false, error: problem }
    }
  }
}
