import { cookies } from 'next/headers'
import { linkCookie, OPENED_COOKIE } from '@/app/(checkout)/pay/[linkId]/link-cookies'
import { isCrossOrigin } from '@/app/(checkout)/posted-form'
import { clientAddress } from '@/lib/platform/peer-address'
import { webResources } from '@/lib/platform/process'
import { randomText } from '@/lib/platform/secrets'
import { countOpen } from '@/lib/service/links/count-open'
import { limitAddress } from '@/lib/service/rate-limits/limit-payers'

/** Lifetime of the cookie, renewed by each open: longer than the day on which the open was counted. */
const COOKIE_MAX_AGE_S = 2 * 86_400
const BROWSER = /^[0-9A-Za-z]{10,40}$/
const BROWSER_BYTES = 16

/** Records that the page was seen. Always 204: only the merchant learns whether the open counted. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ linkId: string }> },
): Promise<Response> {
  const { linkId } = await params
  const { env, database, log } = webResources()
  if (isCrossOrigin(request, env.WEB_URL)) return new Response(null, { status: 403 })
  const jar = await cookies()
  const known = jar.get(OPENED_COOKIE)?.value ?? ''
  const browser = BROWSER.test(known) ? known : randomText(BROWSER_BYTES)
  jar.set(OPENED_COOKIE, browser, linkCookie(linkId, env.WEB_URL, COOKIE_MAX_AGE_S))
  try {
    const waitS = await limitAddress(database, 'open', clientAddress(request.headers, env.TRUSTED_PROXIES))
    if (waitS === 0) await countOpen(database, { linkId, browser, now: new Date() })
  } catch (error) {
    log.error(
      { link_id: linkId, error: error instanceof Error ? error.message : 'unknown' },
      'open not counted',
    )
  }
  return new Response(null, { status: 204 })
}
