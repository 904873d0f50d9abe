import type { Permission } from '@/lib/dashboard/schema/role-permissions'
import type { Member } from '@/lib/dashboard/team/find-member'
import { requirePermission } from './member'
import { methods } from './methods'
import { jsonResponse } from './responses'
import { webDashboard } from './web-dashboard'

export interface DataRequest<Params> {
  member: Member
  query: URLSearchParams
  params: Params
}

/**
 * Returns a data route's exports: GET for members of the URL's account whose role allows it (null: every role), every
 * other method refused as JSON. No cache stores it. A team has its share of the process's requests.
 */
export function dataRoute<Params = unknown>(
  permission: Permission | null,
  read: (request: DataRequest<Params>) => Promise<unknown>,
) {
  return methods<Params & { account: string }>(
    {
      GET: async (request, route) => {
        const params = await route.params
        const member = await requirePermission(params.account, permission)
        const { searchParams } = new URL(request.url)
        const answer = () => read({ member, query: searchParams, params })
        return jsonResponse(await webDashboard().requests.run(member.team.id, answer))
      },
    },
    () => webDashboard().log,
  )
}
