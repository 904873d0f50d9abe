import { QUERY_TEXT_MAX } from '@/lib/contract/limits'
import { isEmail } from '@/lib/domain/email-address'
import { digitsOf, PHONE_DIGITS_MAX, readTypedPhone } from '@/lib/domain/phone'
import { ID } from './search-kind'

/** Number of other terms beside an e-mail, a number or an id from which a text is a message that no row contains. */
const MESSAGE_TERMS_MIN = 3
/** Digits from which a number in a message may be a phone. */
const PHONE_DIGITS_MIN = 8

/** Signs of a sentence or of a messenger's formatting, before an address and after it. */
const BEFORE = /^[<([{'‘“"«*_~¿¡#]+/u
const AFTER = /[>)\]}'’”"»*_~.,;:!?…]+$/u

/**
 * Returns the text that a search looks for: the id at the end of a payment page's or receipt's URL, or the phone, e-mail
 * or id in a pasted message or link; otherwise the text itself, without invisible characters.
 */
export function searchedText(text: string): string {
  const plain = text.replace(/\p{Cf}/gu, '').trim()
  if (plain === '' || readTypedPhone(plain, null)) return plain || text
  const found = ofAddress(plain) ?? emailIn(plain) ?? phoneIn(plain) ?? idIn(plain)
  return found ?? plain.slice(0, QUERY_TEXT_MAX).trim()
}

/** Returns what the URLs in a text are about: the first one that ends with an id, else the first one. */
function ofAddress(text: string): string | undefined {
  const found = partsOf(text).flatMap(({ part }) => ofUrl(part) ?? [])
  return found.find((one) => ID.test(one)) ?? found[0]
}

/**
 * Returns what one URL is about: the phone or text of a messenger's link, the address of `mailto:`, the last segment of
 * another one. Address bars and the share screen show URLs without their scheme.
 */
function ofUrl(part: string): string | undefined {
  const [, scheme, address = ''] = /^(mailto|sms):([^?,;]+)/i.exec(part) ?? []
  if (scheme) return decoded(address)
  const [, web, path] =
    /^(https?:\/\/|whatsapp:\/\/)?((?:[^\s/]+[.:][^\s/]+|localhost|send)\/?\S*)$/i.exec(part) ?? []
  if (path === undefined || !/[/?]/.test(path)) return undefined
  const url = URL.canParse(`http://${path}`) ? new URL(`http://${path}`) : null
  if (url && (/^whatsapp/i.test(web ?? '') || /(?:^|\.)(?:wa\.me|whatsapp\.com)$/.test(url.hostname))) {
    const phone = digitsOf(url.searchParams.get('phone') ?? url.pathname)
    if (phone.length >= PHONE_DIGITS_MIN) return `+${phone}`
    const message = url.searchParams.get('text')
    return message === null ? undefined : searchedText(message)
  }
  const last = path.includes('/') ? path.split(/[?#]/)[0]?.split('/').slice(1).findLast(Boolean) : undefined
  // Without a scheme any two terms with a slash between them might be a URL.
  return last && (web || ID.test(last)) ? last : undefined
}

function emailIn(text: string): string | undefined {
  return partsOf(text).find(({ part, at }) => isEmail(part) && standsOut(text, part, at))?.part
}

function idIn(text: string): string | undefined {
  return partsOf(text).find(({ part, at }) => ID.test(part) && standsOut(text, part, at))?.part
}

const PHONE =
  /(?<![\p{L}\p{N}_.,-])(?:[+＋] ?)?\(?\p{Nd}[\p{Nd} \u00A0\u2009\u202F()./‐‑–-]{5,}\p{Nd}(?![\p{L}\p{N}_]|[.,]\d)/gu
const DATE = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}/

/** Returns a number in a text with its country code, written in groups like a phone, or within a message. */
function phoneIn(text: string): string | undefined {
  for (const { 0: number, index } of text.matchAll(PHONE)) {
    const digits = digitsOf(number)
    if (digits.length < PHONE_DIGITS_MIN || digits.length > PHONE_DIGITS_MAX || DATE.test(number)) continue
    const isMoney =
      /(?:\p{Sc}|\b[A-Z]{3}) ?$/u.test(text.slice(0, index)) ||
      /^ ?(?:\p{Sc}|[A-Z]{3}\b)/u.test(text.slice(index + number.length))
    if (/^[+＋]/.test(number) || (/\p{Nd}[ )]/u.test(number) && !isMoney) || standsOut(text, number, index))
      return number
  }
  return undefined
}

/** Returns whether a part of a text is what the text is about: alone in brackets, after a label or another field, or within
 * a message. */
function standsOut(text: string, part: string, at: number): boolean {
  const before = text.slice(0, at)
  const beside = `${before} ${text.slice(at + part.length)}`.match(/\p{L}+/gu)?.length ?? 0
  const isLabelled = /[:<([,;\t\n]\s*$|mail\s*$/i.test(before)
  return (
    isLabelled ||
    beside >= MESSAGE_TERMS_MIN ||
    (before.replace(BEFORE, '') === '' && text.slice(at + part.length).replace(AFTER, '') === '')
  )
}

/** Returns the parts of a text between spaces without the signs around them, each with its position. */
function partsOf(text: string) {
  return [...text.matchAll(/[^\s<>()[\]{}"“”«»|]+/g)].map(({ 0: part, index }) => {
    const begun = part.replace(BEFORE, '')
    return { part: begun.replace(AFTER, ''), at: index + part.length - begun.length }
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
