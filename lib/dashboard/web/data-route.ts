import type { Permission } from '@/lib/dashboard/team/can'
import type { Member } from '@/lib/dashboard/team/find-member'
import { jsonAnswer } from './answers'
import { requirePermission } from './member'
import { methods } from './methods'
import { webDashboard } from './web-dashboard'

export interface DataRequest<Params> {
  member: Member
  query: URLSearchParams
  params: Params
}

/** A data route's exports: GET for those whose role allows it, everything else refused as JSON. No cache keeps it. */
export function dataRoute<Params = Record<string, never>>(
  permission: Permission,
  read: (request: DataRequest<Params>) => Promise<unknown>,
) {
  return methods<Params>(
    {
      GET: async (request, { params }) => {
        const member = await requirePermission(permission)
        const { searchParams } = new URL(request.url)
        return jsonAnswer(await read({ member, query: searchParams, params: await params }))
      },
    },
    () => webDashboard().log,
  )
}
