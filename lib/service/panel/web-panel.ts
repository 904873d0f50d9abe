import { mayCallLocalhost } from '@/lib/platform/loopback'
import { webResources } from '@/lib/platform/process'
import type { Panel } from './panel'

/** Returns the dependencies of the panel's verbs for the web process: the service's database, never the dashboard's. */
export function webPanel(): Panel {
  const { database, env, keyring, panelShares: shares } = webResources()
  return { database, keyring, shares, testMode: mayCallLocalhost(env), now: () => new Date() }
}
