import { headers } from 'next/headers'
import type { z } from 'zod'
import { fieldErrors } from '@/lib/contract/field-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Permission } from '@/lib/dashboard/role-permissions'
import type { SignedInUser } from '@/lib/dashboard/team/find-accounts'
import type { Member } from '@/lib/dashboard/team/find-member'
import type { OwnActor } from '@/lib/dashboard/team/own-sign-in'
import { type StepUp, stepUp, stepUpInput } from '@/lib/dashboard/team/step-up'
import { memberTextsOf } from '@/lib/ui/member-reader'
import { confirmMember, requestAddress, requireMember, requirePermission, requireUser } from './member'
import { problemOf } from './problem'
import { requireOwnOrigin } from './responses'
import type { ActionResult } from './shape'
import { type WebDashboard, webDashboard } from './web-dashboard'

/**
 * Returns a server action of one account: its first argument is the slug in the page's URL. The action checks
 * origin, session, membership, role and input, calls one verb, and returns a typed result. It never throws; an unexpected
 * error is logged. `permission` is null for actions that every role may call.
 */
export function action<Schema extends z.ZodType, Data>(
  permission: Permission | null,
  schema: Schema,
  verb: (ctx: ConnectionContext, input: z.output<Schema>, member: Member) => Promise<Data>,
): (account: string, input: z.input<Schema>) => Promise<ActionResult<Data>> {
  return (account, input) =>
    guarded(permission ?? 'own', async () => {
      const member = await requirePermission(String(account), permission)
      const act = () => verb(member.ctx, parsed(schema, input), member)
      return webDashboard().requests.run(member.team.id, act)
    })
}

/** Returns a server action like `action`, whose last argument is the step-up that confirms the member before the verb. */
export function confirmedAction<Schema extends z.ZodType, Data>(
  permission: Permission | null,
  schema: Schema,
  verb: (ctx: ConnectionContext, input: z.output<Schema>, member: Member) => Promise<Data>,
): (account: string, input: z.input<Schema>, stepUp: StepUp) => Promise<ActionResult<Data>> {
  return (account, input, stepUp) =>
    action(permission, schema, async (_, checked, member) => {
      await confirmMember(member, parsed(stepUpInput, stepUp))
      // The session or the role may have ended while the step-up was checked.
      const confirmed = await requirePermission(account, permission)
      return verb(confirmed.ctx, checked, confirmed)
    })(account, input)
}

/**
 * Returns a server action of a user who may have no account yet, guarded like `action`; the verb checks the role. `find`
 * returns the user.
 */
export function userAction<Schema extends z.ZodType, Data>(
  name: string,
  schema: Schema,
  verb: (user: SignedInUser, input: z.output<Schema>) => Promise<Data>,
  find = requireUser,
): (input: z.input<Schema>) => Promise<ActionResult<Data>> {
  return (input) =>
    guarded(name, async () => {
      const user = await find()
      return webDashboard().requests.run(user.id, () => verb(user, parsed(schema, input)))
    })
}

/**
 * Returns a server action on the user's own sign-in, guarded like `action`: of a member in an account, or with an empty
 * account of a user who has none.
 */
export function ownAction<Schema extends z.ZodType, Data>(
  schema: Schema,
  verb: (dashboard: WebDashboard, actor: OwnActor, input: z.output<Schema>) => Promise<Data>,
): (account: string, input: z.input<Schema>) => Promise<ActionResult<Data>> {
  return (account, input) =>
    guarded('own', async () => {
      const own = account === '' ? await requireUser() : await requireMember(String(account))
      const { team, user } = 'team' in own ? own : { team: own, user: own }
      const actor = { user, claim: own.claim, address: await requestAddress() }
      const dashboard = webDashboard()
      return dashboard.requests.run(team.id, () => verb(dashboard, actor, parsed(schema, input)))
    })
}

/** Returns a server action like `ownAction`, whose last argument is the step-up that confirms the user before the verb. */
export function confirmedOwnAction<Schema extends z.ZodType, Data>(
  schema: Schema,
  verb: (dashboard: WebDashboard, actor: OwnActor, input: z.output<Schema>) => Promise<Data>,
): (account: string, input: z.input<Schema>, typed: StepUp) => Promise<ActionResult<Data>> {
  return (account, input, typed) =>
    ownAction(schema, async (dashboard, actor, checked) => {
      await stepUp(dashboard, actor, parsed(stepUpInput, typed))
      return verb(dashboard, actor, checked)
    })(account, input)
}

/** Returns a server action of a form without a session, guarded like `action`; the verb limits its callers. */
export function publicAction<Schema extends z.ZodType, Data>(
  name: string,
  schema: Schema,
  verb: (input: z.output<Schema>) => Promise<Data>,
): (input: z.input<Schema>) => Promise<ActionResult<Data>> {
  return (input) => guarded(name, async () => verb(parsed(schema, input)))
}

async function guarded<Data>(name: string, act: () => Promise<Data>): Promise<ActionResult<Data>> {
  const dashboard = webDashboard()
  const request = await headers()
  try {
    requireOwnOrigin(request, dashboard)
    return { ok: true, data: await act() }
  } catch (error) {
    const problem = problemOf(error, memberTextsOf(request))
    if (problem.code === 'internal_error')
      dashboard.log.error({ action: name, err: error }, 'an action failed')
    return { ok: false, error: problem }
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (!result.success) throw new Refusal('invalid_parameters', { fields: fieldErrors(result.error, input) })
  return result.data
}
