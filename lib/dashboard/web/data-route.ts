import type { Read } from '@/lib/dashboard/define-read'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { requireGranted, requireMember } from './member'
import { jsonResponse, methods } from './responses'
import { webDashboard } from './web-dashboard'

/**
 * Returns the exports of the data route: GET of a read for members of the URL's account whose role allows it, every other
 * method refused as JSON. No cache stores it. A team has its share of the process's requests. `find` throws Refusal
 * `resource_not_found` for an unknown name.
 */
export function dataRoute(find: (name: string) => Read) {
  return methods<{ account: string; read: string[] }>(
    {
      GET: async (request, route) => {
        const { account, read: path } = await route.params
        const member = await requireMember(account)
        const read = find(path.join('/'))
        requireGranted(member, read.permission)
        const input = readQuery(read.schema, new URL(request.url).searchParams)
        const answer = () => read.run(member, input, 'host')
        return jsonResponse(await webDashboard().requests.run(member.team.id, answer))
      },
    },
    () => webDashboard().log,
  )
}
