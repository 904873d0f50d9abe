import { readQuery } from '@/lib/dashboard/reads/keyset'
import { Refusal } from '@/lib/dashboard/refusal'
import { requireGranted, requireMember } from '@/lib/dashboard/web/member'
import { jsonResponse, methods } from '@/lib/dashboard/web/responses'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { type ReadName, reads } from '@/lib/reads'

/** The only data route: GET of every read of `lib/reads`, for members of the account whose role allows it. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string; read: string[] }>({
  GET: async (request, route) => {
    const { account, read: path } = await route.params
    const member = await requireMember(account)
    const name = path.join('/')
    if (!isRead(name)) throw new Refusal('resource_not_found')
    const { permission, schema, run } = reads[name]
    requireGranted(member, permission)
    const input = readQuery(schema, new URL(request.url).searchParams)
    // The schema and the function are of one read, which the type checker cannot follow through the table.
    const answer = () => run(member, input as never, 'host')
    return jsonResponse(await webDashboard().requests.run<unknown>(member.team.id, answer))
  },
})

function isRead(name: string): name is ReadName {
  return Object.hasOwn(reads, name)
}
