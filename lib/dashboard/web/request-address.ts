import { headers } from 'next/headers'
import { clientAddress } from '@/lib/platform/peer-address'
import { webDashboard } from './web-dashboard'

/** Returns the IP address of this request. */
export async function requestAddress(): Promise<string> {
  return clientAddress(await headers(), webDashboard().env.TRUSTED_PROXIES)
}
