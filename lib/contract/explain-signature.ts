import { parsedJson } from '@/lib/domain/parsed-json'
import { isEventKind } from './event-kinds'
import { eventSample } from './event-samples'
import { SIGNING_SECRET_PREFIX } from './headers'
import { SIGNATURE_TOLERANCE_S } from './limits'
import { parseSignatureHeader, sign } from './signature'

export interface SignatureInput {
  /** Service-Signature header as received, optionally preceded by its name. */
  header: string
  /** Body as the receiver verified it. */
  body: string
  /** Candidate signing secrets; an empty one is none. */
  secrets: readonly string[]
  /** Receiver's clock in Unix seconds; null = unknown, so the age is not checked. */
  receivedAtSeconds: number | null
  /** Body that the service sent with this header; null = the delivery is unknown. */
  original: string | null
}

export type SignatureMistake =
  | { code: 'header_malformed' | 'body_differs' | 'no_match' }
  /** The header lacks a part: it was cut at its start or at its end. */
  | { code: 'header_cut'; part: 't' | 'v1' }
  | { code: 'digest_cut'; length: number }
  /** The signed body is the same JSON in another serialization. */
  | { code: 'body_rewritten' }
  /** The secret in this line (from 1) is none. */
  | { code: 'secret_form'; line: number }
  /** The body is the sent one, so the secrets are old or of another endpoint. */
  | { code: 'other_secret' }
  /** Receiver's clock minus t, beyond the tolerance. */
  | { code: 'clock_off'; seconds: number }

export interface SignatureExplanation {
  /** `unchecked`: no mistake found so far, but the digest needs a secret. */
  verdict: 'valid' | 'invalid' | 'unchecked'
  mistakes: readonly SignatureMistake[]
  /** Unix seconds, from the header. */
  t: number | null
  /** Line (from 1) of the secret that signed, with this body or its original serialization. */
  secretLine: number | null
  /** Digest of the given body by each secret, with the secret's line (from 1). */
  computed: readonly { line: number; digest: string }[]
}

/** Explains why a signature is refused, or that it is correct. `valid` agrees with `verifySignature`. */
export function explainSignature(input: SignatureInput): SignatureExplanation {
  const header = withoutName(input.header)
  const parsed = parseSignatureHeader(header)
  if (!parsed?.v1.some((digest) => /^[0-9a-f]{64}$/.test(digest))) {
    const mistakes = [mistakeOfHeader(header)]
    return { verdict: 'invalid', mistakes, t: null, secretLine: null, computed: [] }
  }
  const t = Number(parsed.t)
  const ageSeconds = input.receivedAtSeconds === null ? null : Math.floor(input.receivedAtSeconds) - t
  const secrets = input.secrets.flatMap((secret, index) =>
    secret === '' ? [] : [{ secret, line: index + 1 }],
  )
  const signerOf = (body: string) =>
    secrets.find(({ secret }) => parsed.v1.includes(sign(secret, parsed.t, body)))?.line ?? null
  const { mistakes: ofBody, secretLine } = compareBody(input, secrets, signerOf)
  const isOff = ageSeconds !== null && Math.abs(ageSeconds) > SIGNATURE_TOLERANCE_S
  const mistakes = isOff ? [...ofBody, { code: 'clock_off', seconds: ageSeconds } as const] : ofBody
  return {
    verdict: mistakes.length > 0 ? 'invalid' : secretLine === null ? 'unchecked' : 'valid',
    mistakes,
    t,
    secretLine,
    computed: secrets.map(({ secret, line }) => ({ line, digest: sign(secret, parsed.t, input.body) })),
  }
}

/** Returns the Unix seconds of a time with a zone, or of Unix seconds; null for any other text. */
export function readTimeOfReceipt(text: string): number | null {
  const written = text.trim()
  if (/^\d{9,11}(\.\d+)?$/.test(written)) return Math.floor(Number(written))
  const instant = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})$/i.test(written) ? Date.parse(written) : Number.NaN
  return Number.isNaN(instant) ? null : Math.floor(instant / 1_000)
}

function withoutName(written: string): string {
  return written.trim().replace(/^service-signature:\s*/i, '')
}

function mistakeOfHeader(header: string): SignatureMistake {
  const parts = header.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t='))
  const [digest] = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3).toLowerCase())
  if (times.length === 0 && digest !== undefined) return { code: 'header_cut', part: 't' }
  if (times.length === 1 && digest === undefined) return { code: 'header_cut', part: 'v1' }
  return parseSignatureHeader(header) && digest !== undefined && /^[0-9a-f]{0,63}$/.test(digest)
    ? { code: 'digest_cut', length: digest.length }
    : { code: 'header_malformed' }
}

/** Compares the body and the secrets with the header. `signerOf` returns the line of the secret that signed a body. */
function compareBody(
  { body, original }: SignatureInput,
  secrets: readonly { secret: string; line: number }[],
  signerOf: (body: string) => number | null,
): { mistakes: SignatureMistake[]; secretLine: number | null } {
  const exact = signerOf(body)
  if (exact !== null) return { mistakes: [], secretLine: exact }
  for (const form of formsOf(body)) {
    const secretLine = signerOf(form)
    if (secretLine !== null) return { mistakes: [{ code: 'body_rewritten' }], secretLine }
  }
  const odd = secrets.find(({ secret }) => !/^\S+$/.test(secret) || !secret.startsWith(SIGNING_SECRET_PREFIX))
  const ofSecret: SignatureMistake[] = odd ? [{ code: 'secret_form', line: odd.line }] : []
  if (original === null) {
    const isUnknown = secrets.length > 0 && !odd
    return { mistakes: isUnknown ? [{ code: 'no_match' }] : ofSecret, secretLine: null }
  }
  const secretLine = signerOf(original)
  if (secrets.length > 0 && secretLine === null && !odd) ofSecret.push({ code: 'other_secret' })
  if (body === original) return { mistakes: ofSecret, secretLine }
  const code =
    serializedAs(body, parsedJson(original)) === serializedAs(original) ? 'body_rewritten' : 'body_differs'
  return { mistakes: [{ code }, ...ofSecret], secretLine }
}

/** Returns the bodies that a framework could have turned into this one: the service's serialization of its JSON. */
function formsOf(body: string): string[] {
  const value = parsedJson(body)
  const kind = typeof value === 'object' && value !== null && 'event' in value ? String(value.event) : ''
  const sample = isEventKind(kind) ? eventSample(kind) : undefined
  return [body.trim(), serializedAs(body), serializedAs(body, sample)].filter((form) => form !== null)
}

/** Returns a body as compact JSON, its keys in the order of those of `like`; null if it is not JSON. */
function serializedAs(body: string, like?: unknown): string | null {
  const value = parsedJson(body)
  return value === undefined ? null : JSON.stringify(ordered(value, like))
}

/** Returns a value with the keys of its objects in the order of those of `like`, followed by unknown keys. */
function ordered(value: unknown, like: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const own = new Map(Object.entries(value))
  const known = new Map(Object.entries(like ?? {}))
  const keys = [...[...known.keys()].filter((key) => own.has(key)), ...own.keys()]
  return Object.fromEntries(keys.map((key) => [key, ordered(own.get(key), known.get(key))]))
}
