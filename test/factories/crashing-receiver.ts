import { SigningSecrets } from '@/lib/dashboard/connections/signing-secrets'
import { openDashboard } from '@/lib/dashboard/open-dashboard'
import { DeliveryLimits } from '@/lib/dashboard/receiver/delivery-limits'
import { receiveDelivery } from '@/lib/dashboard/receiver/receive-delivery'
import { openResources } from '@/lib/platform/process'

// A web process that receives one delivery and is killed during it. Started by `killReceiver` with the environment of the
// web process: `node --import tsx crashing-receiver.ts '{"connectionId":…,"deliveryId":…,"signature":…,"body":…}'`.
const { body, ...headers } = JSON.parse(process.argv[2] ?? '{}')
const dashboard = openDashboard(openResources('web'))
const receiver = { secretsOf: new SigningSecrets(dashboard), limits: new DeliveryLimits(dashboard) }
await receiveDelivery(receiver, { ...headers, body: Buffer.from(body) })
process.exit()
