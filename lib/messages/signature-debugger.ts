import type { SignatureMistake } from '@/lib/contract/explain-signature'
import { SIGNATURE_HEADER, SIGNING_SECRET_PREFIX } from '@/lib/contract/headers'

/** A mistake in one sentence, and what to check next. */
type Advice = { title: string; fix: string }

/** Texts of the signature debugger. */
export const signatureDebugger = {
  link: 'Signature debugger',
  checkDelivery: 'Check its signature',
  loaded: (attempt: number) => `Attempt ${attempt} is loaded. Paste the signing secret of its endpoint:`,
  loadedMasked: 'Your role does not see its body unmasked. Paste the body that your receiver got.',
  title: 'Signature debugger',
  lead: 'Names the mistake when your receiver refuses a webhook. Nothing that you paste here is sent or stored: your browser computes everything itself.',
  header: `${SIGNATURE_HEADER} header`,
  body: 'Raw body',
  secrets: 'Signing secret',
  receivedAt: 'Received at',
  hints: {
    header: 'As it was received: t=…,v1=…',
    body: 'The very text that your code verifies, before anything parses it.',
    secrets:
      'Several, one a line, to see which one fits. Without one only the form and the clock are checked.',
    receivedAt: 'By the receiver’s clock: 2026-11-20T12:04:31Z, or Unix seconds.',
  },
  receivedWrong: 'Write a time with its zone, such as 2026-11-20T12:04:31Z, or Unix seconds.',
  result: 'Result',
  waiting: 'Paste a header to begin.',
  verdict: {
    valid: 'The signature is right.',
    invalid: 'This is why a receiver refuses it:',
    unchecked: 'Nothing is wrong so far. Paste the signing secret to check the digest.',
  },
  sentAt: 'Signed',
  computed: (line: number, signed: boolean) => `Computed with line ${line}${signed ? ', which signed' : ''}`,
  computedFrom: 'HMAC-SHA256 of t, a dot and the raw body. Your code must compute the same.',

  mistakes: {
    header_malformed: () => ({
      title: 'This is not the header that the service sends.',
      fix: `Copy the whole value of ${SIGNATURE_HEADER}: t=<unix seconds>,v1=<64 hex characters>. A proxy may drop or rename it.`,
    }),
    header_cut: ({ part }) => ({
      title: `The header has no ${part}: it was cut.`,
      fix: 'A comma separates its parts. Pass the whole header on: code that splits at commas keeps only one.',
    }),
    digest_cut: ({ length }) => ({
      title: `The digest is cut: ${length} of 64 characters.`,
      fix: 'A log or a column that is too short may have cut it.',
    }),
    body_rewritten: () => ({
      title: 'The body is the same JSON, but not the bytes that were signed.',
      fix: 'It was parsed and written again, or a line end was added. Verify the raw body, before anything parses it.',
    }),
    body_differs: () => ({
      title: 'The body is not the one of this delivery.',
      fix: 'Compare it with the body on the delivery’s page: a value was changed, or it is of another delivery.',
    }),
    secret_form: ({ line }) => ({
      title: `Line ${line} is not a signing secret.`,
      fix: `It begins with ${SIGNING_SECRET_PREFIX}, without spaces or quotes, and the whole text is the key. API keys sign nothing.`,
    }),
    other_secret: () => ({
      title: 'Another secret signed it: the body is the one of this delivery.',
      fix: 'The secret is old or of another endpoint. While a secret is being rotated, accept the old and the new one.',
    }),
    no_match: () => ({
      title: 'No digest of the header fits this body and these secrets.',
      fix: 'The digests below were computed from exactly what you pasted. Check next: the secret on the endpoint’s page, it may be old or of another endpoint; the body, which must be the raw bytes; and that header and body are of the same delivery.',
    }),
    clock_off: ({ seconds }) => ({
      title:
        seconds > 0
          ? `The header is ${duration(seconds)} old, and 5 min is the most.`
          : `The header is ${duration(-seconds)} ahead of the receiver’s clock, and 5 min is the most.`,
      fix: 'Synchronize the receiver’s clock (NTP), and compare in UTC: whole hours are a time zone. A request that waited in a queue is old, too.',
    }),
  } satisfies {
    [Code in SignatureMistake['code']]: (mistake: Extract<SignatureMistake, { code: Code }>) => Advice
  },
} as const

/** `7 min`, `26 h`. */
function duration(seconds: number): string {
  return seconds < 7_200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`
}
