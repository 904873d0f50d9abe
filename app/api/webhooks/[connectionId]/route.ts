import { DELIVERY_HEADER, SIGNATURE_HEADER } from '@/lib/contract/headers'
import { DELIVERY_BYTES_MAX, receiveDelivery } from '@/lib/dashboard/receiver/receive-delivery'
import { deliveryResponse, methods, readBody } from '@/lib/dashboard/web/responses'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

export const dynamic = 'force-dynamic'

export const { GET, POST, PUT, PATCH, DELETE } = methods<{ connectionId: string }>({
  POST: async (request, { params }) => {
    const { connectionId } = await params
    const { signingSecrets: secretsOf, deliveryLimits: limits } = webDashboard()
    const receipt = await receiveDelivery(
      { secretsOf, limits },
      {
        connectionId,
        deliveryId: request.headers.get(DELIVERY_HEADER),
        signature: request.headers.get(SIGNATURE_HEADER),
        body: await readBody(request, DELIVERY_BYTES_MAX),
      },
    )
    return deliveryResponse(receipt)
  },
})
