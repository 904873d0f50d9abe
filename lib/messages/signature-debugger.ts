import type { SignatureMistake } from '@/lib/contract/explain-signature'
import { SIGNATURE_HEADER, SIGNING_SECRET_PREFIX } from '@/lib/contract/headers'

/** A mistake in one sentence, and what to check next. */
type Advice = { title: string; fix: string }

/** Texts of the signature debugger. */
export const signatureDebugger = {
  checkDelivery: 'Check signature',
  loaded: (attempt: number) => `Attempt ${attempt} is loaded. Paste the signing secret of`,
  loadedMasked: 'Your role can’t see its body. Paste the one your server received.',
  title: 'Signature debugger',
  lead: 'Find out why a signature doesn’t match. Nothing you paste leaves your browser.',
  header: `${SIGNATURE_HEADER} header`,
  body: 'Raw body',
  secrets: 'Signing secret',
  receivedAt: 'Received at',
  hints: {
    header: 'As received: t=…,v1=…',
    body: 'Before your code parses it.',
    secrets: 'One per line.',
    receivedAt: 'By your server’s clock: 2026-11-20T12:04:31Z, or Unix seconds.',
  },
  receivedWrong: 'Enter a time such as 2026-11-20T12:04:31Z, or Unix seconds.',
  result: 'Result',
  waiting: 'Paste a header to begin.',
  verdict: {
    valid: 'The signature is valid.',
    invalid: 'The signature doesn’t match:',
    unchecked: 'No mistakes so far. Paste the signing secret to check the digest.',
  },
  sentAt: 'Signed',
  computed: (line: number, signed: boolean) => `Computed with line ${line}${signed ? ', which signed' : ''}`,
  computedFrom: 'HMAC-SHA256 of t, a dot and the raw body.',

  mistakes: {
    header_malformed: () => ({
      title: 'This isn’t our header.',
      fix: `Copy the whole value of ${SIGNATURE_HEADER}: t=<unix seconds>,v1=<64 hex characters>. A proxy may have changed it.`,
    }),
    header_cut: ({ part }) => ({
      title: `The header has no ${part}.`,
      fix: 'Pass on the whole header. Code that splits at commas keeps only one part.',
    }),
    digest_cut: ({ length }) => ({
      title: `The digest is cut: ${length} of 64 characters.`,
      fix: 'A log or a database column may have cut it.',
    }),
    body_rewritten: () => ({
      title: 'Same JSON, but not the bytes that were signed.',
      fix: 'Verify the raw body before anything parses it.',
    }),
    body_differs: () => ({
      title: 'The body isn’t this delivery’s.',
      fix: 'Compare it with the body on the delivery’s page.',
    }),
    secret_form: ({ line }) => ({
      title: `Line ${line} isn’t a signing secret.`,
      fix: `It begins with ${SIGNING_SECRET_PREFIX}, without spaces or quotes. An API key isn’t a signing secret.`,
    }),
    other_secret: () => ({
      title: 'The body is right, but another secret signed it.',
      fix: 'The secret is old, or another endpoint’s. During a rotation, accept both.',
    }),
    no_match: () => ({
      title: 'The header doesn’t match this body and these secrets.',
      fix: 'Check that the secret is this endpoint’s current one, the body is raw, and both belong to one delivery.',
    }),
    clock_off: ({ seconds }) => ({
      title:
        seconds > 0
          ? `The header is ${duration(seconds)} old. The limit is 5 min.`
          : `The header is ${duration(-seconds)} ahead of your server’s clock. The limit is 5 min.`,
      fix: 'Synchronize your server’s clock, and compare in UTC. A request from a queue may also be too old.',
    }),
  } satisfies {
    [Code in SignatureMistake['code']]: (mistake: Extract<SignatureMistake, { code: Code }>) => Advice
  },
} as const

/** `7 min`, `26 h`. */
function duration(seconds: number): string {
  return seconds < 7_200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`
}
