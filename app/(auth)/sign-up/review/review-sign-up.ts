import { auditedAction } from '@/lib/dashboard/audit/audit-entry'
import { recordedReceiver } from '@/lib/dashboard/connections/connect-account'
import { connectionKey } from '@/lib/dashboard/connections/connection-key'
import { disconnectAccount } from '@/lib/dashboard/connections/disconnect-account'
import { receiverAddress } from '@/lib/dashboard/connections/webhook-state'
import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { isRole } from '@/lib/dashboard/role-permissions'
import { removeMember } from '@/lib/dashboard/team/members'
import {
  endedSessions,
  endReview,
  type ReviewedConnection,
  reviewedConnections,
  reviewedMembers,
  reviewedTeams,
  userNames,
} from '@/lib/dashboard/team/review'
import { type Review, type ReviewItem, type ReviewOutcome, reviewKinds } from '@/lib/dashboard/team/shape'
import { problemOf } from '@/lib/dashboard/web/problem'
import type { Environment } from '@/lib/platform/env'
import { endMemberKeys } from '@/lib/service/panel/keys'
import { openPanel, type Panel } from '@/lib/service/panel/panel'
import { dropTeamObject, listTeamObjects, type TeamObject } from '@/lib/service/panel/team-objects'
import type { MemberTexts } from '@/lib/ui/member-reader'

/** The dashboard with its own addresses, the service's panel, and the texts of the reader. */
type Here = Dashboard & MemberTexts & { env: Pick<Environment, 'BASE_URL' | 'WEB_URL'>; panel: Panel }

interface Reviewer {
  userId: string
  address: string
}

/** An item with the user who made it, and the act that drops it, which may run again. */
interface Found extends Omit<ReviewItem, 'by'> {
  madeBy: string | null
  drop(): Promise<unknown>
}

export async function readReview(here: Here, reviewer: Reviewer): Promise<Review> {
  return shownReview(here, reviewer, await findItems(here, reviewer))
}

/**
 * Drops what the user does not keep, one thing after another, and finishes the review once nothing else is left. Returns
 * what is left with the reasons: a drop that failed, or a thing without a decision.
 */
export async function finishReview(
  here: Here,
  reviewer: Reviewer,
  { keep, drop }: { keep: readonly string[]; drop: readonly string[] },
): Promise<ReviewOutcome> {
  const failures: Record<string, string> = {}
  for (const item of await findItems(here, reviewer)) {
    if (!drop.includes(item.id)) continue
    try {
      await item.drop()
    } catch (error) {
      const problem = problemOf(error, here)
      if (problem.code === 'internal_error') here.log.error({ item: item.id, err: error }, 'a drop failed')
      failures[item.id] = problem.message
    }
  }
  const items = await findItems(here, reviewer)
  const left = items.filter(({ id }) => !keep.includes(id) || drop.includes(id))
  if (left.length === 0) {
    const kept = items.map(({ id }) => id)
    // Another tab has finished the review, and may have kept what this one meant to drop.
    if (!(await endReview(here, { ...reviewer, kept }))) throw new Refusal('resource_not_found')
    return { review: null, failures: {} }
  }
  const reasons = left.map(({ id }) => [id, failures[id] ?? here.t('review.unanswered')])
  return { review: await shownReview(here, reviewer, items), failures: Object.fromEntries(reasons) }
}

async function shownReview(here: Here, { userId }: Reviewer, items: readonly Found[]): Promise<Review> {
  const makers = items.map(({ madeBy }) => madeBy)
  const names = await userNames(here, makers)
  const shown = items.map(({ madeBy, drop: _, ...item }) => ({ ...item, by: names.get(madeBy) ?? null }))
  return { items: shown, sessions: await endedSessions(here, userId) }
}

/** Returns the things of the user's teams in the order of `reviewKinds`. */
async function findItems(here: Here, reviewer: Reviewer): Promise<Found[]> {
  const teams = await reviewedTeams(here, reviewer.userId)
  const [members, connections, objects] = await Promise.all([
    reviewedMembers(here, teams, reviewer.userId),
    reviewedConnections(here, teams),
    listTeamObjects(here.panel, teams),
  ])
  const own = await Promise.all(connections.map((one) => objectsOf(here, reviewer, one, objects)))
  const ofConnections = new Set(own.flat())
  const items = [
    ...members.map((member): Found => {
      const { id, team_id: teamId, name, email, role, created_at, made_by: madeBy } = member
      const detail = `${email}, ${isRole(role) ? here.t(`shell.roles.${role}`) : role}`
      const drop = async () => {
        const endKeys = () => endMemberKeys(here.panel, { teamId, memberId: id })
        await removeMember(here, { teamId, ...reviewer }, { user_id: id }, endKeys)
      }
      return { id, kind: 'member', name, detail, madeBy, at: created_at.toISOString(), drop }
    }),
    ...connections.map((one, index) => connectionItem(here, reviewer, one, own[index] ?? [])),
    ...objects.filter((one) => !ofConnections.has(one)).map((one) => objectItem(here, reviewer, one)),
  ]
  return items.toSorted((one, other) => reviewKinds.indexOf(one.kind) - reviewKinds.indexOf(other.kind))
}

/** Returns the objects of an account that belong to a connection to it: the key in use, and this dashboard's endpoint. */
async function objectsOf(
  here: Here,
  { userId: memberId }: Reviewer,
  { id, team_id: teamId, base_url: baseUrl }: ReviewedConnection,
  objects: readonly TeamObject[],
): Promise<TeamObject[]> {
  if (baseUrl !== here.env.BASE_URL) return []
  const db = here.database.as('checkout_dashboard', id)
  const apiKey = await connectionKey(here, { connectionId: id, db })
  const opened = await openPanel(here.panel, { baseUrl, apiKey, teamId, memberId, maxScope: 'all' })
  const url = new URL(receiverAddress(here.env.WEB_URL, id)).href
  return objects.filter((one) => one.id === opened?.keyId || (one.kind === 'endpoint' && one.name === url))
}

function connectionItem(here: Here, reviewer: Reviewer, one: ReviewedConnection, own: TeamObject[]): Found {
  const { id, name, base_url, api_key_last4, secrets, made_by: madeBy, created_at } = one
  const detail = here.t('review.connectionDetail', { host: base_url, last4: api_key_last4, secrets })
  const drop = async () => {
    // The connection is last: until then a repeated drop finds the rest.
    for (const object of own) await objectItem(here, reviewer, object).drop()
    const scope = scopeOf(here, reviewer, one.team_id)
    const disconnect = (delete_copy: boolean) =>
      disconnectAccount(here, scope, { connection_id: id, name, delete_copy })
    await disconnect(true).catch((error: unknown) => {
      // The copy has the only record of such a charge.
      if (error instanceof Refusal && error.code === 'charges_open') return disconnect(false)
      throw error
    })
  }
  return { id, kind: 'connection', name, detail, madeBy, at: created_at.toISOString(), drop }
}

const actions = {
  key: 'keys.revoke',
  endpoint: 'endpoints.delete',
  bank_account: 'payouts.remove_account',
  bank_change: 'payouts.cancel_change',
} as const satisfies Record<TeamObject['kind'], string>

function objectItem(here: Here, reviewer: Reviewer, object: TeamObject): Found {
  const { id, kind, name, last4, accountName, memberId: madeBy, createdAt, teamId } = object
  const detail = [...(last4 === null ? [] : [`••${last4}`]), accountName].join(', ')
  const details = { name: kind === 'endpoint' ? recordedReceiver(name) : name, account: accountName }
  const act = { action: actions[kind], objectId: id, details }
  const drop = () =>
    auditedAction(scopeOf(here, reviewer, teamId), act, () =>
      dropTeamObject(here.panel, object, reviewer.userId),
    )
  return { id, kind, name, detail, madeBy, at: createdAt.toISOString(), drop }
}

function scopeOf(here: Here, { userId, address }: Reviewer, teamId: string) {
  const db = here.database.as('checkout_dashboard_system')
  return { teamId, connectionId: null, userId, address, db, now: here.now }
}
