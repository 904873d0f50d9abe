import { useBaseUrl } from '@/components/data/base-url'
import { CurlFold } from '@/components/data/curl-fold'
import { useReadsCalls } from '@/components/data/own-panel'
import type { ChargeDetail } from '@/lib/dashboard/schema/charge'
import { developerRequests } from '@/lib/messages/developer-requests'

const { curl } = developerRequests

/** Renders the request of a sent charge as a command with its own idempotency key. */
export function ChargeCurl({
  detail: { charge, idempotency_key: idempotencyKey },
}: {
  detail: ChargeDetail
}) {
  const baseUrl = useBaseUrl()
  const reads = useReadsCalls()
  if (!reads || baseUrl === '' || !idempotencyKey) return null
  const { customer_id: customer, amount, way, description } = charge
  const call = {
    baseUrl,
    method: 'POST',
    path: `/customers/${encodeURIComponent(customer)}/charges`,
    idempotencyKey,
    body: { amount, use_saved_card: way === 'CARD', ...(description === null ? {} : { description }) },
  }
  return (
    <div className="mt-4">
      <CurlFold calls={[{ label: curl.charge, call }]} hint={`${curl.chargeHint} ${curl.hint}`} />
    </div>
  )
}
