import { cookies } from 'next/headers'
import { linkCookie, TRIED_COOKIE } from '@/app/(checkout)/pay/[linkId]/link-cookies'
import { isCrossOrigin, readForm, refuseNonTestCard } from '@/app/(checkout)/posted-form'
import { addressOfFields } from '@/components/pay/outcome/attempt-answer'
import { type CardForm, checkCardForm } from '@/lib/contract/card-form'
import { clientAddress } from '@/lib/platform/peer-address'
import { webResources } from '@/lib/platform/process'
import { type AttemptAnswer, answerOf, payLink, webPayDeps } from '@/lib/service/charges/pay-link'
import { limitAddress } from '@/lib/service/rate-limits/limit-payers'

/**
 * Format of the attempt's token: a UUID of the page; a form without scripts sends the one it was rendered
 * with.
 */
const ATTEMPT = /^[0-9A-Za-z-]{16,64}$/
/** Longer than the bank waits for a payer's decision. */
const TRIED_MAX_AGE_S = 3_600
const NO_STORE = { 'Cache-Control': 'no-store' }

/**
 * Handles the payer's form. With `Accept: application/json` it returns an AttemptAnswer; without scripts it redirects
 * back to the page, which shows the outcome. It is not a server action, because those log their arguments in development.
 */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ linkId: string }> },
): Promise<Response> {
  const { linkId } = await params
  const { env, log, database } = webResources()
  if (isCrossOrigin(request, env.WEB_URL)) return new Response(null, { status: 403 })

  const form = await readForm(request)
  if (!form) return new Response(null, { status: 413 })
  const attempt = text(form, 'attempt') ?? ''
  if (ATTEMPT.test(attempt))
    (await cookies()).set(TRIED_COOKIE, attempt, linkCookie(linkId, env.WEB_URL, TRIED_MAX_AGE_S))
  let answer: AttemptAnswer
  try {
    const waitS = await limitAddress(database, 'pay', clientAddress(request.headers, env.TRUSTED_PROXIES))
    if (waitS > 0) return tooMany(request, env.WEB_URL, linkId, waitS)
    answer = await attemptPayment(linkId, attempt, form)
    if (answer.status === 'too_many') return tooMany(request, env.WEB_URL, linkId, answer.retry_after_s)
  } catch (error) {
    // The form contains a card number, so nothing of the request is logged.
    log.error(
      { link_id: linkId, error: error instanceof Error ? error.message : 'unknown' },
      'payment attempt failed',
    )
    answer = { status: 'unresolved' }
  }
  if (request.headers.get('accept')?.includes('application/json')) {
    return Response.json(answer, { headers: NO_STORE })
  }
  return Response.redirect(pageAddress(env.WEB_URL, linkId, attempt, answer, text(form, 'number')), 303)
}

/**
 * Returns the 429. A person sees it only after twenty attempts in a row, or at a link that is used to test cards. Without scripts the page shows it
 * above the form.
 */
function tooMany(request: Request, webUrl: string, linkId: string, waitS: number): Response {
  const headers = { ...NO_STORE, 'Retry-After': String(waitS) }
  if (request.headers.get('accept')?.includes('application/json')) {
    return Response.json({ status: 'too_many', retry_after_s: waitS } satisfies AttemptAnswer, {
      status: 429,
      headers,
    })
  }
  const page = new URL(`/pay/${encodeURIComponent(linkId)}`, webUrl)
  page.searchParams.set('wait', String(waitS))
  return new Response(null, { status: 303, headers: { ...headers, Location: page.href } })
}

async function attemptPayment(
  linkId: string,
  attempt: string,
  form: URLSearchParams,
): Promise<AttemptAnswer> {
  const typed: CardForm = {}
  for (const field of ['number', 'expiry', 'cvc', 'name', 'email'] as const) {
    const value = text(form, field)
    if (value !== undefined) typed[field] = value
  }
  const checked = checkCardForm(typed, new Date())
  const fields = checked.ok ? [] : checked.fields
  const foreign = webResources().env.TEST_MODE ? refuseNonTestCard(typed.number ?? '', fields) : []
  if (!checked.ok || foreign.length > 0) return { status: 'invalid', fields: [...foreign, ...fields] }
  if (!ATTEMPT.test(attempt)) return { status: 'invalid', fields: [] }
  const { card, payer } = checked
  const result = await payLink(webPayDeps(), {
    linkId,
    attempt,
    payerName: payer.name,
    payerEmail: payer.email,
    saveCard: text(form, 'save_card') === '1',
    card: {
      number: card.number,
      expiryMonth: card.expiry.month,
      expiryYear: card.expiry.year,
      cvc: card.cvc,
    },
  })
  return answerOf(result)
}

function text(form: URLSearchParams, field: string): string | undefined {
  return form.get(field) ?? undefined
}

function pageAddress(
  webUrl: string,
  linkId: string,
  attempt: string,
  answer: AttemptAnswer,
  number = '',
): string {
  const address = new URL(`/pay/${encodeURIComponent(linkId)}`, webUrl)
  if (answer.status === 'invalid') {
    address.searchParams.set('invalid', addressOfFields(answer.fields, number))
  } else if (answer.status === 'unavailable') {
    address.searchParams.set('unavailable', '1')
  } else {
    address.searchParams.set('attempt', attempt)
  }
  return address.href
}
