import { LiveHub } from '@/lib/dashboard/live/live-hub'
import { databaseUrl } from '@/lib/platform/env'
import { onWebEnd } from '@/lib/platform/process'
import { webDashboard } from './web-dashboard'

const KEY = Symbol.for('checkout.web-live')
const shared: typeof globalThis & { [KEY]?: LiveHub } = globalThis

/**
 * Returns the web process's only listener. It survives a reload of the modules, and ends its streams when the process
 * ends.
 */
export function webLive(): LiveHub {
  if (!shared[KEY]) {
    const { env, log } = webDashboard()
    const hub = new LiveHub({ url: databaseUrl(env, 'dashboard'), log })
    shared[KEY] = hub
    onWebEnd(() => void hub.close())
  }
  return shared[KEY]
}
