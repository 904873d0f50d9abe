import { isCrossOrigin, readForm } from '@/app/(checkout)/posted-form'
import type { JoinAnswer } from '@/components/join/join-form'
import { addressOfFields } from '@/components/pay/outcome/attempt-answer'
import { clientAddress } from '@/lib/platform/peer-address'
import { webResources } from '@/lib/platform/process'
import { limitAddress } from '@/lib/service/rate-limits/limit-payers'

/** Format of the page's token, a UUID. */
const TOKEN = /^[0-9A-Za-z-]{16,64}$/
const NO_STORE = { 'Cache-Control': 'no-store' }

export interface PostedForm {
  /** Token of this form. */
  token: string
  /** Text of one field; empty if it was not sent. */
  field(name: string): string
}

/** Handles both forms of this page: checks origin and size, and turns the result into a response. */
export async function answerForm(
  request: Request,
  slug: string,
  work: (form: PostedForm) => Promise<JoinAnswer>,
): Promise<Response> {
  const { env, log } = webResources()
  if (isCrossOrigin(request, env.WEB_URL)) return new Response(null, { status: 403 })
  const fields = await readForm(request)
  if (!fields) return new Response(null, { status: 413 })
  const token = fields.get('form') ?? ''
  if (!TOKEN.test(token)) return new Response(null, { status: 400 })
  const json = request.headers.get('accept')?.includes('application/json') ?? false
  const headers = new Headers({ ...NO_STORE, 'Set-Cookie': sentCookie(slug, token, env.WEB_URL) })
  let answer: JoinAnswer
  try {
    answer = await work({ token, field: (name) => fields.get(name) ?? '' })
  } catch (error) {
    // The form may contain a card number, so nothing of the request is logged.
    log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'sign-up failed')
    if (json) return new Response(null, { status: 500, headers })
    headers.set('Location', pageAddress(env.WEB_URL, slug, token, null))
    return new Response(null, { status: 303, headers })
  }
  if (answer.status === 'too_many') headers.set('Retry-After', String(answer.retry_after_s))
  if (json) return Response.json(answer, { status: answer.status === 'too_many' ? 429 : 200, headers })
  headers.set('Location', pageAddress(env.WEB_URL, slug, token, answer, fields.get('number') ?? ''))
  return new Response(null, { status: 303, headers })
}

/** Returns the whole seconds until this IP address may sign up or enter a code again; 0 = now. */
export function waitOf(request: Request): Promise<number> {
  const { env, database } = webResources()
  return limitAddress(database, 'join', clientAddress(request.headers, env.TRUSTED_PROXIES))
}

/** Returns the URL to which a browser without scripts is redirected; it contains no typed value. */
function pageAddress(
  webUrl: string,
  slug: string,
  token: string,
  answer: JoinAnswer | null,
  number = '',
): string {
  const address = new URL(`/join/${encodeURIComponent(slug)}`, webUrl)
  if (answer?.status === 'closed') return address.href
  address.searchParams.set('form', token)
  if (answer === null) address.searchParams.set('lost', '1')
  // The page shows the delay above the form. A person sees it only after ten attempts in a row.
  if (answer?.status === 'too_many') address.searchParams.set('wait', String(answer.retry_after_s))
  if (answer?.status === 'unavailable') address.searchParams.set('unavailable', '1')
  if (answer?.status === 'wrong_code') address.searchParams.set('code', 'wrong')
  if (answer?.status === 'invalid') {
    address.searchParams.set('invalid', addressOfFields(answer.fields, number))
  }
  return address.href
}

/** Token of the form that this browser sent last; distinguishes it from a token that a stranger put into the URL. */
export const SENT_COOKIE = 'sent'

/** A sign-up is kept for a day. */
const MAX_AGE_S = 24 * 3_600

/** Returns the header that keeps a form's token in this browser, for the page of one merchant only. */
export function sentCookie(slug: string, token: string, webUrl: string): string {
  const secure = webUrl.startsWith('https:') ? '; Secure' : ''
  const path = `/join/${encodeURIComponent(slug)}`
  return `${SENT_COOKIE}=${token}; Path=${path}; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`
}
