import { cookies } from 'next/headers'
import { isCrossOrigin, waitOf } from '@/app/(checkout)/posted-form'
import { webResources } from '@/lib/platform/process'
import { randomText } from '@/lib/platform/secrets'
import { countOpen } from '@/lib/service/links/count-open'

/** Cookie that identifies this browser at this link alone, so that it cannot track a payer across merchants. */
const OPENED_COOKIE = 'opened'
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
  jar.set(OPENED_COOKIE, browser, {
    path: `/pay/${encodeURIComponent(linkId)}`,
    httpOnly: true,
    sameSite: 'lax',
    secure: env.WEB_URL.startsWith('https:'),
    maxAge: COOKIE_MAX_AGE_S,
  })
  try {
    if ((await waitOf(request, 'open')) === 0) await countOpen(database, { linkId, browser, now: new Date() })
  } catch (error) {
    log.error(
      { link_id: linkId, error: error instanceof Error ? error.message : 'unknown' },
      'open not counted',
    )
  }
  return new Response(null, { status: 204 })
}
