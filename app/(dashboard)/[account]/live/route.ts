import { liveStream } from '@/lib/dashboard/live/live-hub'
import { Refusal } from '@/lib/dashboard/refusal'
import { memberConnection } from '@/lib/dashboard/team/find-member'
import { requireMember } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/responses'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { webLive } from '@/lib/dashboard/web/web-live'

export const dynamic = 'force-dynamic'

export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string }>({
  GET: async (request, { params }) => {
    const { account } = await params
    const { claim, ctx, user } = await requireMember(account)
    const stream = liveStream({
      hub: webLive(),
      connectionId: ctx.connectionId,
      userId: user.id,
      checkSession: async () => {
        const connectionId = await memberConnection(webDashboard(), claim, account)
        // An account that was removed and connected again is another connection.
        if (connectionId !== ctx.connectionId) throw new Refusal('account_not_found')
      },
      signal: request.signal,
    })
    return new Response(stream, {
      headers: {
        'content-type': 'text/event-stream',
        // no-transform: compression would delay events.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // The connection closes with the stream: kept alive, it would keep the server open for five more
        // seconds.
        connection: 'close',
      },
    })
  },
})
