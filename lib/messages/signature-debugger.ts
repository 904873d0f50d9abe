import type { BodyChange } from '@/lib/contract/body-forms'
import type { SecretUse, SignatureMistake, SignedText } from '@/lib/contract/explain-signature'
import { SIGNATURE_HEADER, SIGNING_SECRET_PREFIX } from '@/lib/contract/headers'

/** A mistake in one sentence, and its remedy. */
type Advice = { title: string; fix: string }

/** Texts of the signature debugger. */
export const signatureDebugger = {
  link: 'Signature debugger',
  checkDelivery: 'Check its signature',
  loaded: (attempt: number) => `Attempt ${attempt} of this delivery is loaded:`,
  loadedEndpoint: 'Paste the signing secret of its endpoint:',
  loadedMasked: 'Your role does not see its body unmasked. Paste the body that your receiver got.',
  title: 'Signature debugger',
  lead: 'Names the mistake when your receiver refuses a webhook. Nothing that you paste here is sent or stored: your browser computes everything itself.',
  header: `${SIGNATURE_HEADER} header`,
  headerHint: 'As it was received: t=…,v1=…',
  body: 'Raw body',
  bodyHint: 'The very text that your code verifies, before anything parses it.',
  secret: 'Signing secret',
  secretHint:
    'Several, one a line, to see which one fits. Without a secret only the form and the clock are checked.',
  receivedAt: 'Received at',
  optional: 'optional',
  receivedHint: 'By the receiver’s clock: 2026-11-20T12:04:31Z, or Unix seconds.',
  receivedWrong: 'Write a time with its zone, such as 2026-11-20T12:04:31Z, or Unix seconds.',
  computed: 'Digest that your code computes',
  computedHint: 'The hex that your code compares with v1. It shows what your code signs instead.',
  computedWrong: 'This is no digest. Write 64 characters of 0-9 and a-f.',
  own: {
    title: 'Your code’s digest',
    right: 'It is the right one. If your code still refuses, look at how it compares the two.',
  },
  clear: 'Clear',
  result: 'Result',
  waiting: 'Paste a header to begin.',
  noCrypto: 'This browser computes digests only on pages that are opened by https or on localhost.',
  failed: 'Your browser could not compute the digest.',
  verdict: {
    valid: 'The signature is right.',
    invalid: 'This is why a receiver refuses it:',
    unchecked: 'Nothing is wrong so far. Paste the signing secret to check the digest.',
  },
  mentions: 'Accepted all the same:',
  facts: 'Facts',
  sentAt: 'Signed',
  accepted: 'Accepted until',
  age: 'Age',
  ageOf: (seconds: number) =>
    seconds < 0 ? `${duration(-seconds)} from the future` : seconds === 0 ? 'none' : duration(seconds),
  fits: 'Fits',
  secretLine: (line: number, only: boolean) => (only ? 'The secret' : `The secret in line ${line}`),
  others: 'The other secrets do not fit: they are old, or of another endpoint.',
  digestOf: (position: number, count: number) => `Digest ${position} of ${count}`,

  mistakes: {
    header_missing: () => ({
      title: `The header ${SIGNATURE_HEADER} is missing.`,
      fix: 'A proxy or framework may drop or rename it. Header names are not case-sensitive.',
    }),
    header_unreadable: () => ({
      title: 'This is no signature header: it has neither t nor v1.',
      fix: `Copy the whole value of ${SIGNATURE_HEADER}.`,
    }),
    header_is_digest: () => ({
      title: 'This is a digest alone, without its time.',
      fix: 'The header reads t=<unix seconds>,v1=<hex digest>.',
    }),
    t_missing: () => ({
      title: 'The header has no t: it was cut at its start.',
      fix: 'The time is part of what is signed. Pass the whole header on.',
    }),
    t_repeated: () => ({
      title: 'The header has more than one t.',
      fix: 'Two headers were joined into one. Verify each on its own.',
    }),
    t_not_number: ({ t }) => ({
      title: `t is no time in Unix seconds: ${t}`,
      fix: 'The service sends whole seconds since 1970, in digits.',
    }),
    t_not_seconds: ({ unit }) => ({
      title: `t is in ${unit} and must be in seconds.`,
      fix: 'This header was not made by the service: mend the code that signs it.',
    }),
    v1_missing: () => ({
      title: 'The header has no v1: it was cut at its end.',
      fix: 'A comma separates the parts. Code that splits at commas keeps only t.',
    }),
    v1_cut: ({ length, fits }) => ({
      title: `The digest is cut: ${length} of 64 characters.`,
      fix:
        fits === null
          ? 'A log or a column that is too short may have cut it.'
          : fits
            ? 'What is there is the start of the right digest. A log or a column that is too short cut it.'
            : 'What is there is not the start of the right digest either.',
    }),
    v1_long: ({ length }) => ({
      title: `The digest is too long: ${length} characters instead of 64.`,
      fix: 'Something was joined to the end of the header.',
    }),
    v1_not_hex: () => ({
      title: 'v1 is no hex digest.',
      fix: 'It has 64 characters of 0-9 and a-f.',
    }),
    v1_base64: () => ({
      title: 'The digest is in base64 and must be in hex.',
      fix: 'Ask your HMAC function for hex, as in digest(“hex”).',
    }),
    v1_upper_case: () => ({
      title: 'The digest is in upper case.',
      fix: 'The service sends lower case. Compare without regard to case, or find what changes it.',
    }),
    header_spaces: () => ({
      title: 'There are spaces or line ends within the header.',
      fix: 'The service sends none. A log or an editor may have wrapped it.',
    }),
    body_missing: () => ({
      title: 'The body is missing.',
      fix: 'Read the raw body before your framework consumes it.',
    }),
    body_cut: () => ({
      title: 'The body is cut: its JSON ends too early.',
      fix: 'A log or a size limit may have cut it. The digest covers every byte.',
    }),
    body_garbled: () => ({
      title: 'Letters of the body were lost: it has replacement characters (�).',
      fix: 'Read the body as bytes or as UTF-8.',
    }),
    body_changed: ({ changes }) => ({
      title: `The body is not the one that was signed: ${changes.map((change) => changed[change]).join(', ')}.`,
      fix: changes.some((change) => rewritten.has(change))
        ? 'It was parsed and written again. Verify the raw body, before anything parses it.'
        : 'Verify the bytes as they arrive, before anything reads them as text.',
    }),
    secret_form: ({ use }) => uses[use],
    secret_is_api_key: ({ line }) => ({
      title: `Line ${line + 1} is an API key, not a signing secret.`,
      fix: `The signing secret begins with ${SIGNING_SECRET_PREFIX} and is shown when an endpoint is created.`,
    }),
    other_secret: ({ line }) => ({
      title: `It is made with the secret in line ${line + 1}; the header was signed with another one.`,
      fix: 'Give your code the secret that fits the header. While a secret is being replaced, try the old and the new one.',
    }),
    signed_otherwise: ({ text }) => ({
      title: texts[text],
      fix: 'The signed text is t, a dot and the raw body: <t>.<body>',
    }),
    body_differs: ({ fields }) => ({
      title:
        fields.length === 0
          ? 'The body is not byte for byte the one of this delivery.'
          : `The body is not the one of this delivery. It differs in ${fields.map((field) => field || 'the whole JSON').join(', ')}.`,
      fix: 'The service signed the body that it sent. Verify the raw body, before anything changes it.',
    }),
    no_match: () => ({
      title: 'The body was changed, or another secret signed it.',
      fix: 'A value of the body may differ from what was sent, the header may be of another delivery, or the secret is old or of another endpoint.',
    }),
    other_key: () => ({
      title: 'Another secret signed it: the body is the one of this delivery.',
      fix: 'The secret is old or of another endpoint, or the header is of another delivery.',
    }),
    too_old: ({ seconds, zoneHours }) => ({
      title: `The header is ${duration(seconds)} old, and 5 min is the most.`,
      fix: zoneHours
        ? `That is a time zone of ${zoneHours} h: compare in UTC. Date.now() and time() are in UTC already.`
        : 'The receiver’s clock is ahead by about that much, or the request waited before it was verified.',
    }),
    in_future: ({ seconds, zoneHours }) => ({
      title: `The header is ${duration(seconds)} ahead of the receiver’s clock, and 5 min is the most.`,
      fix: zoneHours
        ? `That is a time zone of ${zoneHours} h: compare in UTC. Date.now() and time() are in UTC already.`
        : 'The receiver’s clock is behind by about that much. Synchronize it (NTP).',
    }),
  } satisfies {
    [Code in SignatureMistake['code']]: (mistake: Extract<SignatureMistake, { code: Code }>) => Advice
  },
} as const

const changed: Readonly<Record<BodyChange, string>> = {
  spacing: 'other spaces in the JSON',
  unicode_escaped: 'letters became \\u escapes',
  unicode_unescaped: '\\u escapes became letters',
  slashes_escaped: 'slashes became \\/',
  slashes_unescaped: '\\/ became slashes',
  numbers: 'numbers are written otherwise',
  key_order: 'keys in another order',
  space_added: 'a line end or a space was added',
  line_end_removed: 'a line end was removed',
  crlf: 'line ends became CRLF',
  lf: 'line ends became LF',
  byte_order_mark: 'a byte order mark stands before it',
  string_literal: 'it is inside a JSON string',
  latin1: 'UTF-8 was read as Latin-1',
}

const rewritten: ReadonlySet<BodyChange> = new Set([
  'spacing',
  'unicode_escaped',
  'unicode_unescaped',
  'slashes_escaped',
  'slashes_unescaped',
  'numbers',
  'key_order',
  'string_literal',
])

const wholeSecret = `The key is the whole secret, ${SIGNING_SECRET_PREFIX} included, as text in UTF-8.`

const uses: Readonly<Record<SecretUse, Advice>> = {
  as_is: { title: 'The secret fits.', fix: '' },
  spaces: { title: 'The secret has spaces around it.', fix: 'Trim it where it is read.' },
  quotes: { title: 'The secret has quotes around it.', fix: 'Take them off where it is read.' },
  prefix_missing: { title: `The secret lacks its start, ${SIGNING_SECRET_PREFIX}`, fix: wholeSecret },
  prefix_removed: { title: `It was signed without ${SIGNING_SECRET_PREFIX}`, fix: wholeSecret },
  base64_decoded: { title: 'It was signed with the secret decoded from base64.', fix: wholeSecret },
  hex_decoded: { title: 'It was signed with the secret decoded from hex.', fix: wholeSecret },
  line_end: {
    title: 'It was signed with a line end behind the secret.',
    fix: 'Trim the secret where it is read from a file.',
  },
}

const texts: Readonly<Record<SignedText, string>> = {
  body_alone: 'The body alone was signed, without the time.',
  without_dot: 'The time and the body were signed without the dot between them.',
  time_last: 'The body was signed before the time.',
  milliseconds: 'The time was signed in milliseconds.',
  seconds: 'The time was signed in seconds, but t is not.',
}

/** `7 min`, `1 h 5 min`, `42 s`, `3 days`. */
function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return joined(Math.floor(seconds / 60), 'min', seconds % 60, 's')
  if (seconds < 172_800)
    return joined(Math.floor(seconds / 3_600), 'h', Math.floor((seconds % 3_600) / 60), 'min')
  return `${Math.floor(seconds / 86_400)} days`
}

function joined(whole: number, unit: string, rest: number, smaller: string): string {
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${smaller}`
}
