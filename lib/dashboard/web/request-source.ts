import { headers } from 'next/headers'
import { clientAddress } from '@/lib/platform/peer-address'
import { webDashboard } from './web-dashboard'

/** Returns the address and the browser that this request came from, as the activity shows them. */
export async function requestSource(): Promise<{ address: string; userAgent: string }> {
  const sent = await headers()
  return {
    address: clientAddress(sent, webDashboard().env.TRUSTED_PROXIES),
    userAgent: sent.get('user-agent') ?? '',
  }
}
