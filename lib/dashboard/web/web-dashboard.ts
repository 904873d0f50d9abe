import { SigningSecrets } from '@/lib/dashboard/connections/signing-secrets'
import type { Dashboard } from '@/lib/dashboard/context'
import { openDashboard } from '@/lib/dashboard/open-dashboard'
import { DeliveryLimits } from '@/lib/dashboard/receiver/delivery-limits'
import type { Environment } from '@/lib/platform/env'
import { webResources } from '@/lib/platform/process'

export interface WebDashboard extends Dashboard {
  env: Environment
  signingSecrets: SigningSecrets
  deliveryLimits: DeliveryLimits
}

const KEY = Symbol.for('checkout.web-dashboard')
const shared: typeof globalThis & { [KEY]?: WebDashboard } = globalThis

/** Returns the dashboard of the web process. Next loads a module once per bundle; the process still has one instance. */
export function webDashboard(): WebDashboard {
  shared[KEY] ??= open()
  return shared[KEY]
}

function open(): WebDashboard {
  const resources = webResources()
  const dashboard = openDashboard(resources)
  return {
    ...dashboard,
    env: resources.env,
    signingSecrets: new SigningSecrets(dashboard),
    deliveryLimits: new DeliveryLimits(dashboard),
  }
}
