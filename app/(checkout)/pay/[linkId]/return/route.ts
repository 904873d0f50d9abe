import { webResources } from '@/lib/platform/process'
import { resumePayment, webPayDeps } from '@/lib/service/charges/pay-link'

const ATTEMPT_MAX = 64

/**
 * Handles the payer's return from the bank's confirmation. This GET may act, because the attempt's token is this payer's
 * secret and repeated requests have the effect of one (docs/charges.md). Redirects to the page, which shows the status.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ linkId: string }> },
): Promise<Response> {
  const { linkId } = await params
  const { env, log } = webResources()
  const query = new URL(request.url).searchParams
  const attempt = query.get('attempt') ?? ''
  const page = new URL(`/pay/${encodeURIComponent(linkId)}`, env.WEB_URL)
  if (attempt === '' || attempt.length > ATTEMPT_MAX) return Response.redirect(page, 303)
  try {
    await resumePayment(webPayDeps(), { linkId, attempt })
  } catch (error) {
    log.error(
      { link_id: linkId, error: error instanceof Error ? error.message : 'unknown' },
      'payment not resumed',
    )
  }
  page.searchParams.set('attempt', attempt)
  // The payer pressed the button without a redirect from the bank: the page reports it while the bank has no decision.
  if (query.has('asked')) page.searchParams.set('asked', '1')
  return Response.redirect(page, 303)
}
