import { EVIDENCE_BYTES_MAX } from '@/lib/contract/limits'
import { uploadEvidence } from '@/lib/dashboard/payments/send-evidence'
import { requirePermission } from '@/lib/dashboard/web/member'
import { jsonResponse, methods, readBody, requireOwnOrigin } from '@/lib/dashboard/web/responses'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** Takes a file for the evidence of a payment's dispute: its bytes are the body, `name` is in the query. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string; paymentId: string }>({
  POST: async (request, { params }) => {
    const { account, paymentId } = await params
    requireOwnOrigin(request.headers, webDashboard())
    const { ctx, team } = await requirePermission(account, 'disputes.respond')
    const name = new URL(request.url).searchParams.get('name') ?? ''
    return webDashboard().requests.run(team.id, async () => {
      const bytes = await readBody(request, EVIDENCE_BYTES_MAX)
      return jsonResponse(await uploadEvidence(ctx, { paymentId, name, bytes }), 201)
    })
  },
})
