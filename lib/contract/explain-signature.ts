import { type BodyChange, type BodyForm, bodyForms } from './body-forms'
import { differentFields } from './different-fields'
import { API_KEY_PREFIX, SIGNING_SECRET_PREFIX } from './headers'
import { SIGNATURE_TOLERANCE_S } from './limits'
import { parseSignatureHeader } from './signature'

/** Computes the HMAC-SHA256 of a message. Asynchronous, because the browser's is. */
export type Hmac = (key: Uint8Array, message: Uint8Array) => Promise<Uint8Array>

export interface SignatureInput {
  /** Service-Signature header as received, optionally preceded by its name. */
  header: string
  /** Body as the receiver verified it. */
  body: string
  /** Candidate signing secrets. */
  secrets: readonly string[]
  /** Receiver's clock in Unix seconds; null = unknown, so the age is not checked. */
  receivedAtSeconds: number | null
  /** Digest computed by the receiver's own code. */
  computed?: string
  hmac: Hmac
  /** Bodies with the service's order of keys, one for each kind of event. */
  samples?: readonly object[]
  /** Body that the service sent with this header, if the delivery is known. */
  original?: string | undefined
}

/** Deviation from the contract in the header, the body, the secret, the signed text or the clock. */
export type SignatureMistake =
  | { code: 'header_missing' }
  | { code: 'header_unreadable' }
  | { code: 'header_is_digest' }
  | { code: 't_missing' }
  | { code: 't_repeated' }
  | { code: 't_not_number'; t: string }
  /** `unit` of the time that was sent in place of seconds. */
  | { code: 't_not_seconds'; unit: 'milliseconds' | 'microseconds' | 'nanoseconds' }
  | { code: 'v1_missing' }
  /** `fits` = the remaining characters are the start of the correct digest; null = unknown. */
  | { code: 'v1_cut'; length: number; fits: boolean | null }
  | { code: 'v1_long'; length: number }
  | { code: 'v1_not_hex' }
  | { code: 'v1_base64' }
  | { code: 'v1_upper_case' }
  | { code: 'header_spaces' }
  | { code: 'body_missing' }
  | { code: 'body_cut' }
  | { code: 'body_garbled' }
  /** `changes` = the differences between the signed body and the given one. */
  | { code: 'body_changed'; changes: readonly BodyChange[] }
  /** The body is not that of its delivery; `fields` are those that differ, none if only its serialization differs. */
  | { code: 'body_differs'; fields: readonly string[] }
  | { code: 'secret_form'; use: SecretUse; line: number }
  | { code: 'secret_is_api_key'; line: number }
  /** The receiver's digest uses the secret in this line, the header's another one. */
  | { code: 'other_secret'; line: number }
  | { code: 'signed_otherwise'; text: SignedText }
  | { code: 'no_match' }
  /** As `no_match`, for a body that is known to be the sent one. */
  | { code: 'other_key' }
  /** `seconds` from t; `zoneHours` = the difference equals that of a time zone, within the tolerance. */
  | { code: 'too_old' | 'in_future'; seconds: number; zoneHours: number | null }

/** Difference between a pasted secret and the matching key. */
export type SecretUse =
  | 'as_is'
  | 'spaces'
  | 'quotes'
  | 'prefix_missing'
  | 'prefix_removed'
  | 'base64_decoded'
  | 'hex_decoded'
  | 'line_end'

/** Text that was signed in place of `<t>.<body>`. */
export type SignedText = 'body_alone' | 'without_dot' | 'time_last' | 'milliseconds' | 'seconds'

export interface SignatureExplanation {
  /** `unchecked`: no mistake found so far, but the digest needs a secret. */
  verdict: 'valid' | 'invalid' | 'unchecked'
  /** Most significant first. A valid signature has at most those that receivers tolerate. */
  mistakes: readonly SignatureMistake[]
  /** Unix seconds, from the header. */
  t: number | null
  /** First and last instant, in Unix seconds, at which a receiver accepts the header. */
  acceptedFrom: number | null
  acceptedUntil: number | null
  /** Receiver's clock minus t. */
  ageSeconds: number | null
  /** Position (from 0) of the matching secret, as pasted or after its mistake is undone. */
  secretIndex: number | null
  /** Position (from 0) of the matching `v1`, and the number of `v1` parts. */
  v1Index: number | null
  v1Count: number
  /**
   * Deviations from the contract that explain the receiver's own digest; none = it is correct; null = there is no such
   * digest, no secret or time to compare it with, or the header itself matches none of the secrets.
   */
  ofComputed: readonly SignatureMistake[] | null
}

const DIGEST_HEX = 64
/** A shorter prefix of a digest matches too often by chance. */
const CUT_FITS_FROM = 8
/** Number of digits of a time in a unit smaller than seconds, and the number of units per second. */
const smallUnits = {
  13: { unit: 'milliseconds', perSecond: 1e3 },
  16: { unit: 'microseconds', perSecond: 1e6 },
  19: { unit: 'nanoseconds', perSecond: 1e9 },
} as const
const HOUR_S = 3_600
/** Slack for clocks of two time zones, which differ by whole hours. */
const ZONE_SLACK_S = 120
const ZONE_HOURS_MAX = 14
/** Mistakes that receivers of the contract accept. */
const tolerated: ReadonlySet<string> = new Set(['v1_upper_case'])

/**
 * Explains why a signature is refused, or that it is correct (contract: signature check). The verdict is `valid` exactly
 * if `verifySignature` accepts the signature; without a time of receipt, if it accepts it at some time. Never throws.
 */
export async function explainSignature(input: SignatureInput): Promise<SignatureExplanation> {
  const header = readHeader(input.header)
  const secrets = input.secrets.flatMap((secret, index) => (secret === '' ? [] : [{ secret, index }]))
  const canMatch = secrets.length > 0 && header.digests.some(({ hex }) => hex.length >= CUT_FITS_FROM)
  const found = canMatch ? await findRecipe(header, secrets, input) : null
  const digest = found ? header.digests[found.v1] : undefined
  const ofDigest = (digest ? [digest] : header.digests).flatMap(({ hex, mistake }): SignatureMistake[] => {
    if (mistake?.code !== 'v1_cut') return mistake ? [mistake] : []
    return [{ ...mistake, fits: found ? true : canMatch && hex.length >= CUT_FITS_FROM ? false : null }]
  })
  const { t } = header
  const ageSeconds =
    t === null || input.receivedAtSeconds === null ? null : Math.floor(input.receivedAtSeconds) - t
  const mistakes = [
    ...(found?.isExact ? [] : header.mistakes),
    ...ofDigest,
    ...(found ? found.mistakes : await mistakesOfUnmatched(header, secrets, input, canMatch)),
    ...(ageSeconds === null ? [] : mistakesOfAge(ageSeconds)),
  ]
  const isRight = mistakes.every(({ code }) => tolerated.has(code))
  return {
    verdict: !isRight ? 'invalid' : found ? 'valid' : 'unchecked',
    mistakes,
    t,
    acceptedFrom: t === null ? null : t - SIGNATURE_TOLERANCE_S,
    acceptedUntil: t === null ? null : t + SIGNATURE_TOLERANCE_S,
    ageSeconds,
    secretIndex: found?.secretIndex ?? null,
    v1Index: found?.v1 ?? null,
    v1Count: header.digests.length,
    ofComputed: await mistakesOfComputed(header, secrets, input, found),
  }
}

/** Explains the digest of the receiver's code as if it were the header's, given the match of the header's own digest. */
async function mistakesOfComputed(
  header: ReadHeader,
  secrets: readonly Pasted[],
  input: SignatureInput,
  match: Recipe | null,
): Promise<SignatureMistake[] | null> {
  const text = input.computed?.trim().replace(/^v1=/, '') ?? ''
  if (!isComparableDigest(text) || secrets.length === 0) return null
  const digest = readDigest(text)
  const found = await findRecipe({ ...header, digests: [digest] }, secrets, input)
  if (!found && header.tText === null) return null
  const own = digest.mistake && !tolerated.has(digest.mistake.code) ? [digest.mistake] : []
  if (!found) return [...own, { code: 'no_match' }]
  const comparable = header.digests.filter(({ hex }) => hex.length >= CUT_FITS_FROM)
  const isPresent = comparable.some(({ hex }) => hex.startsWith(digest.hex) || digest.hex.startsWith(hex))
  if (!match && !isPresent && comparable.length > 0 && found.mistakes.length === 0) return null
  const isOther = match !== null && !isPresent && match.secretIndex !== found.secretIndex
  const other: SignatureMistake[] = isOther ? [{ code: 'other_secret', line: found.secretIndex }] : []
  return [...other, ...own, ...found.mistakes]
}

/** Returns whether a text is a digest, or a long enough prefix of one, in hex or in base64. */
export function isComparableDigest(text: string): boolean {
  return readDigest(text.trim().replace(/^v1=/, '')).hex.length >= CUT_FITS_FROM
}

interface Digest {
  /** The readable part of the digest, in lower case; empty if there is none. */
  hex: string
  mistake: SignatureMistake | null
}

interface ReadHeader {
  /** The time as the service signed it; null if there is not exactly one readable time. */
  tText: string | null
  /** Unix seconds. */
  t: number | null
  digests: Digest[]
  /** Mistakes of the header; those of the digests are stored with the digests. */
  mistakes: SignatureMistake[]
}

/** Parses a header as far as possible, and collects its mistakes. */
function readHeader(written: string): ReadHeader {
  const header = withoutName(written)
  const nothing = { tText: null, t: null, digests: [] }
  if (header === '') return { ...nothing, mistakes: [{ code: 'header_missing' }] }
  if (/^[0-9a-f]{64}$/i.test(header)) {
    return { ...nothing, digests: [readDigest(header)], mistakes: [{ code: 'header_is_digest' }] }
  }
  const parts = header.split(',').map((part) => part.trim())
  const valuesOf = (name: string) =>
    parts
      .map((part) => part.replace(/\s+/g, ''))
      .filter((part) => part.startsWith(`${name}=`))
      .map((part) => part.slice(name.length + 1))
  const times = valuesOf('t')
  const digests = valuesOf('v1').map(readDigest)
  if (times.length === 0 && digests.length === 0) {
    return { ...nothing, mistakes: [{ code: 'header_unreadable' }] }
  }
  const [tText = ''] = times
  const isNumber = times.length === 1 && /^\d{1,19}$/.test(tText)
  const small = isNumber ? smallUnits[tText.length as keyof typeof smallUnits] : undefined // Other lengths have none.
  const isTime = isNumber && (small !== undefined || tText.length <= T_DIGITS_MAX)
  const mistakes: SignatureMistake[] = []
  if (times.length === 0) mistakes.push({ code: 't_missing' })
  else if (times.length > 1) mistakes.push({ code: 't_repeated' })
  else if (small) mistakes.push({ code: 't_not_seconds', unit: small.unit })
  else if (!isTime) mistakes.push({ code: 't_not_number', t: tText })
  if (digests.length === 0) mistakes.push({ code: 'v1_missing' })
  if (parts.some((part) => /\s/.test(part))) mistakes.push({ code: 'header_spaces' })
  return {
    tText: isTime ? tText : null,
    t: isTime ? Math.floor(Number(tText) / (small?.perSecond ?? 1)) : null,
    digests,
    mistakes,
  }
}

const T_DIGITS_MAX = 12

/** Removes the header's name and the quotes of a log. */
function withoutName(written: string): string {
  return written
    .trim()
    .replace(/^["']?service-signature["']?\s*[:=]\s*/i, '')
    .replace(/^(["'])(.*)\1,?$/s, '$2')
    .trim()
}

function readDigest(text: string): Digest {
  const hex = text.toLowerCase()
  const { length } = text
  if (!/^[0-9a-f]*$/.test(hex)) {
    const bytes = /^[\w+/-]{43}=?$/.test(text) ? fromBase64(text) : null
    return bytes
      ? { hex: toHex(bytes), mistake: { code: 'v1_base64' } }
      : { hex: '', mistake: { code: 'v1_not_hex' } }
  }
  if (length < DIGEST_HEX) return { hex, mistake: { code: 'v1_cut', length, fits: null } }
  if (length > DIGEST_HEX) return { hex: hex.slice(0, DIGEST_HEX), mistake: { code: 'v1_long', length } }
  return { hex, mistake: hex === text ? null : { code: 'v1_upper_case' } }
}

interface Recipe {
  v1: number
  secretIndex: number
  /** The signature is the contract's for the given body and secret. */
  isExact: boolean
  mistakes: SignatureMistake[]
}

type Pasted = { secret: string; index: number }
type KeyForm = { key: Uint8Array; use: SecretUse; index: number }
type TextForm = { before: string; after: string; text: SignedText | null }

/** Returns the fewest deviations from the contract that produce one of the header's digests; null if none is found. */
async function findRecipe(
  header: ReadHeader,
  secrets: readonly Pasted[],
  { header: written, body, hmac, samples = [] }: SignatureInput,
): Promise<Recipe | null> {
  const strict = parseSignatureHeader(withoutName(written))
  const tries = async (form: BodyForm, text: TextForm, key: KeyForm): Promise<Recipe | null> => {
    const hex = toHex(await hmac(key.key, signedBytes(text, form.body)))
    const v1 = header.digests.findIndex(
      ({ hex: given }) => given.length >= CUT_FITS_FROM && hex.startsWith(given),
    )
    if (v1 < 0) return null
    const isPlain = text.text === null && key.use === 'as_is' && form.changes.length === 0
    return {
      v1,
      secretIndex: key.index,
      isExact: isPlain && strict?.v1.includes(hex) === true,
      mistakes: [
        ...(form.changes.length > 0 ? [{ code: 'body_changed', changes: form.changes } as const] : []),
        ...(text.text ? [{ code: 'signed_otherwise', text: text.text } as const] : []),
        ...(key.use === 'as_is' ? [] : [{ code: 'secret_form', use: key.use, line: key.index } as const]),
      ],
    }
  }
  const asIs: BodyForm = { body, changes: [] }
  const plainKeys = secrets.map(({ secret, index }) => ({ key: utf8(secret), use: 'as_is', index }) as const)
  const otherKeys = secrets.flatMap(otherKeysOf)
  const texts = textForms(header)
  const contract = texts.filter(({ text }) => text === null)
  const others = texts.filter(({ text }) => text !== null)
  const rounds: [Iterable<BodyForm>, readonly TextForm[], readonly KeyForm[]][] = [
    [[asIs], contract, [...plainKeys, ...otherKeys]],
    [[asIs], others, plainKeys],
    [bodyForms(body, samples), contract, plainKeys],
    [[asIs], others, otherKeys],
    [bodyForms(body, samples), contract, otherKeys],
    [bodyForms(body, samples), others, plainKeys],
  ]
  for (const [bodies, texts, keys] of rounds) {
    for (const form of bodies) {
      const found = await Promise.all(texts.flatMap((text) => keys.map((key) => tries(form, text, key))))
      const first = found.find((recipe) => recipe !== null)
      if (first) return first
    }
  }
  return null
}

/** Returns the texts that may have been signed; without a time only the body remains. */
function textForms({ tText, t }: ReadHeader): TextForm[] {
  const alone: TextForm = { before: '', after: '', text: 'body_alone' }
  if (tText === null || t === null) return [alone]
  const isSeconds = tText === String(t)
  return [
    { before: `${tText}.`, after: '', text: null },
    alone,
    { before: tText, after: '', text: 'without_dot' },
    { before: '', after: `.${tText}`, text: 'time_last' },
    isSeconds
      ? { before: `${tText}000.`, after: '', text: 'milliseconds' }
      : { before: `${t}.`, after: '', text: 'seconds' },
  ]
}

/**
 * Returns the keys that a mistaken use of a pasted secret yields, and those that it stands for if the mistake was made in
 * pasting.
 */
function otherKeysOf({ secret, index }: Pasted): KeyForm[] {
  const trimmed = secret.trim()
  const unquoted = trimmed.replace(/^(["'`])(.*)\1$/, '$2').trim()
  const own = unquoted.startsWith(SIGNING_SECRET_PREFIX)
    ? unquoted.slice(SIGNING_SECRET_PREFIX.length)
    : unquoted
  const prefixed = `${SIGNING_SECRET_PREFIX}${own}`
  const base64 = fromBase64(own)
  const forms: [string | Uint8Array | null, SecretUse][] = [
    [trimmed, 'spaces'],
    [unquoted, 'quotes'],
    [prefixed, 'prefix_missing'],
    [own, 'prefix_removed'],
    [`${unquoted}\n`, 'line_end'],
    [base64, 'base64_decoded'],
    [fromHex(own), 'hex_decoded'],
  ]
  return forms.flatMap(([key, use]) =>
    key === null || key.length === 0 || key === secret
      ? []
      : [{ key: typeof key === 'string' ? utf8(key) : key, use, index }],
  )
}

/** Returns the mistakes if no digest matches, or if there is no secret to compare one with. */
async function mistakesOfUnmatched(
  header: ReadHeader,
  secrets: readonly Pasted[],
  input: SignatureInput,
  canMatch: boolean,
): Promise<SignatureMistake[]> {
  const { body, original } = input
  const named = secrets.length > 0 ? unmatched(input, secrets, canMatch) : []
  if (original === undefined || body === '') return named
  if (body === original)
    return named.map((mistake) => (mistake.code === 'no_match' ? { code: 'other_key' } : mistake))
  const differs = { code: 'body_differs', fields: differentFields(original, body) } as const
  const isSecretRight = canMatch && (await findRecipe(header, secrets, { ...input, body: original })) !== null
  return [differs, ...named.filter(({ code }) => code !== 'no_match' || !isSecretRight)]
}

/** Returns the mistakes that are certain if no digest matches. */
function unmatched(
  { body }: SignatureInput,
  secrets: readonly Pasted[],
  canMatch: boolean,
): SignatureMistake[] {
  if (body === '') return [{ code: 'body_missing' }]
  const apiKey = secrets.find(({ secret }) => secret.trim().startsWith(API_KEY_PREFIX))
  const mistakes: SignatureMistake[] = [
    ...(body.includes('\uFFFD') ? [{ code: 'body_garbled' } as const] : []),
    ...(isCut(body) ? [{ code: 'body_cut' } as const] : []),
    ...(apiKey ? [{ code: 'secret_is_api_key', line: apiKey.index } as const] : []),
  ]
  return mistakes.length > 0 || !canMatch ? mistakes : [{ code: 'no_match' }]
}

/** Returns whether a body starts as a JSON object and ends too early. */
function isCut(body: string): boolean {
  if (!body.trimStart().startsWith('{')) return false
  try {
    JSON.parse(body)
    return false
  } catch {
    return !body.trimEnd().endsWith('}')
  }
}

function mistakesOfAge(seconds: number): SignatureMistake[] {
  if (Math.abs(seconds) <= SIGNATURE_TOLERANCE_S) return []
  const hours = Math.round(seconds / HOUR_S)
  const isZone =
    hours !== 0 && Math.abs(hours) <= ZONE_HOURS_MAX && Math.abs(seconds - hours * HOUR_S) <= ZONE_SLACK_S
  return [
    {
      code: seconds > 0 ? 'too_old' : 'in_future',
      seconds: Math.abs(seconds),
      zoneHours: isZone ? Math.abs(hours) : null,
    },
  ]
}

function signedBytes({ before, after }: TextForm, body: string | Uint8Array): Uint8Array {
  if (typeof body === 'string') return utf8(before + body + after)
  return Uint8Array.from([...utf8(before), ...body, ...utf8(after)])
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(text: string): Uint8Array | null {
  const pairs = /^(?:[0-9a-f]{2})+$/i.test(text) ? text.match(/../g) : null
  return pairs && Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}

function fromBase64(text: string): Uint8Array | null {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return null
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (unit) => unit.charCodeAt(0))
  } catch {
    return null
  }
}
