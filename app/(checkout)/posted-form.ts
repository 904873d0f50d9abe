import type { CommonAnswer } from '@/components/pay/form/payer-form'
import type { FieldError } from '@/lib/contract/errors'
import { testCardOf } from '@/lib/contract/test-cards'
import { brandOf, cardBrands, cardDigits } from '@/lib/domain/card'
import { translatorOf } from '@/lib/messages/catalogue'
import type { Translate } from '@/lib/messages/translator'
import { readBody } from '@/lib/platform/http-server'
import { clientAddress } from '@/lib/platform/peer-address'
import { webResources } from '@/lib/platform/process'
import { type addressRules, limitAddress } from '@/lib/service/rate-limits/limit-payers'

/** Longest form; a payer's has some hundred bytes. */
const FORM_BYTES_MAX = 16 * 1024
/** Token of this browser's last attempt at a link. */
export const TRIED_COOKIE = 'tried'
/** Format of the token of a form: a UUID of its page. */
export const FORM_TOKEN = /^[0-9A-Za-z-]{16,64}$/

/** A page whose form is posted to a route below it. */
interface FormPage<Answer> {
  path: string
  /** Field of the form's token. */
  token: string
  /** Cookie that keeps the token in this browser; distinguishes it from one that a stranger put into the URL. */
  cookie: { name: string; maxAgeS: number }
  /** Answer after an error; null for a 500. */
  failed: Answer | null
  /** Returns the query of the page that shows an answer without scripts; null stands for an error. */
  queryOf(answer: Answer | CommonAnswer | null, token: string): Record<string, string>
}

export interface PostedForm {
  token: string
  /** Returns the text of one field; empty if it was not sent. */
  field(name: string): string
}

/**
 * Handles a payer's form: checks origin and size, and turns the result into a response. With `Accept: application/json`
 * it returns the answer; without scripts it redirects back to the page, which shows the outcome, with no typed value in
 * the URL. Forms are not server actions, because those log their arguments in development.
 */
export async function answerForm<Answer extends { status: string }>(
  request: Request,
  page: FormPage<Answer>,
  work: (form: PostedForm) => Promise<Answer | CommonAnswer>,
): Promise<Response> {
  const { env, log } = webResources()
  if (isCrossOrigin(request, env.WEB_URL)) return new Response(null, { status: 403 })
  const fields = await readForm(request)
  if (!fields) return new Response(null, { status: 413 })
  const token = fields.get(page.token) ?? ''
  if (!FORM_TOKEN.test(token)) return new Response(null, { status: 400 })
  const secure = env.WEB_URL.startsWith('https:') ? '; Secure' : ''
  const { name, maxAgeS } = page.cookie
  const headers = new Headers({
    'Cache-Control': 'no-store',
    'Set-Cookie': `${name}=${token}; Path=${page.path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`,
  })
  const answer = await work({ token, field: (key) => fields.get(key) ?? '' }).catch((error: unknown) => {
    // The form may contain a card number, so nothing of the request is logged.
    log.error({ page: page.path, error: error instanceof Error ? error.message : 'unknown' }, 'a form failed')
    return page.failed
  })
  // A person sees the wait only after many attempts in a row, or at a link that is used to test cards.
  const isTooMany = answer !== null && 'retry_after_s' in answer
  if (isTooMany) headers.set('Retry-After', String(answer.retry_after_s))
  if (request.headers.get('accept')?.includes('application/json')) {
    if (answer === null) return new Response(null, { status: 500, headers })
    return Response.json(answer, { status: isTooMany ? 429 : 200, headers })
  }
  const address = new URL(page.path, env.WEB_URL)
  const shown = { ...page.queryOf(answer, token), ...commonQuery(answer, fields) }
  for (const [key, value] of Object.entries(shown)) address.searchParams.set(key, value)
  headers.set('Location', address.href)
  return new Response(null, { status: 303, headers })
}

function commonQuery(answer: { status: string } | null, fields: URLSearchParams): Record<string, string> {
  if (answer === null) return {}
  if ('retry_after_s' in answer) return { wait: String(answer.retry_after_s) }
  if ('fields' in answer)
    return {
      invalid: addressOfFields(answer.fields as readonly FieldError[], () => fields.get('number') ?? ''),
    }
  return answer.status === 'unavailable' ? { unavailable: '1' } : {}
}

/** Returns the whole seconds until this IP address may try again; 0 = now. */
export function waitOf(request: Request, purpose: keyof typeof addressRules): Promise<number> {
  const { env, database } = webResources()
  return limitAddress(database, purpose, clientAddress(request.headers, env.TRUSTED_PROXIES))
}

/** Returns the fields of a posted form; null if the body is too long to be one. */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  const bytes = await readBody(request, FORM_BYTES_MAX)
  return bytes && new URLSearchParams(bytes.toString('utf8'))
}

/** Returns true unless a form came from a page of this deployment: every browser sends the origin of a POST. */
export function isCrossOrigin(request: Request, webUrl: string): boolean {
  return request.headers.get('origin') !== new URL(webUrl).origin
}

/**
 * Returns the error of a non-test card for the test bank, which would only decline it, without a reason. Returns nothing
 * if the number has an error of its own or is missing. The API declines such a card, as the bank does. No other processor
 * leads to a look at the number.
 */
export function refuseNonTestCard(
  field: (name: string) => string,
  fields: readonly FieldError[],
): readonly FieldError[] {
  if (!hasTestBank() || fields.some((error) => error.field === 'number')) return []
  const digits = cardDigits(field('number'))
  if (digits === '' || testCardOf(digits)) return []
  const code = 'not_test_card'
  return [{ field: 'number', code, message: translatorOf('en')(`card-fields.problems.number.${code}`) }]
}

export function hasTestBank(): boolean {
  return webResources().env.PROCESSOR === 'test_bank'
}

/** Returns the errors in `number.too_short,cvc.required`, the format of the address to which a form without scripts is redirected. */
export function fieldsOfAddress(invalid: string | undefined): readonly Pick<FieldError, 'field' | 'code'>[] {
  return (invalid ?? '').split(',').flatMap((pair) => {
    const [field, code] = pair.split('.')
    return field && code ? [{ field, code }] : []
  })
}

/**
 * Returns errors in the format of `fieldsOfAddress`. The page behind that address has no card number, so an error of the
 * security code carries the number of digits that the card requires. `number` is read for such an error alone.
 */
export function addressOfFields(
  errors: readonly Pick<FieldError, 'field' | 'code'>[],
  number: () => string,
): string {
  return errors
    .map(({ field, code }) => {
      const brand = code === 'invalid_cvc' ? brandOf(cardDigits(number())) : null
      return brand ? `${field}.digits_${cardBrands[brand].cvcLength}` : `${field}.${code}`
    })
    .join(',')
}

const VALUE_MAX = 255

export type PageQuery = Readonly<Record<string, string | string[] | undefined>>

/** Returns a value of a page's address; undefined for an empty, repeated or overlong one. */
export function queryValue(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= VALUE_MAX ? value : undefined
}

/** Returns the notice in the address of a form without scripts: a wait in whole seconds, or an unreachable bank. */
export function noticeOfAddress(
  query: PageQuery,
  noun: 'pay-form' | 'join-form',
  t: Translate,
): { title: string; text: string } | null {
  const wait = queryValue(query.wait) ?? ''
  if (/^[1-9]\d{0,4}$/.test(wait))
    return { title: t(`${noun}.tooManyTitle`), text: t(`${noun}.tooMany`, { seconds: Number(wait) }) }
  return query.unavailable === undefined
    ? null
    : { title: t(`${noun}.bankDownTitle`), text: t(`${noun}.bankDown`) }
}
