import * as z from 'zod'
import {
  type AuthorizeAnswer,
  type CaptureAnswer,
  type CardToken,
  type LookupAnswer,
  ProcessorUnreachable,
  type VoidAnswer,
} from './port'

const text = z.string().min(1).max(500)
const minor = z.number().int().nonnegative()
const declined = z.object({ outcome: z.literal('declined'), declineCode: text, processorReference: text })

const cardToken = z.object({
  token: text,
  brand: text,
  last4: z.string().regex(/^\d{4}$/),
  expiryMonth: z.number().int().min(1).max(12),
  expiryYear: z.number().int().min(2000).max(9999),
}) satisfies z.ZodType<CardToken>

const authorizeAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('authorized'),
    authorizationCode: text,
    processorReference: text,
    amountMinor: minor,
    currency: z.string().regex(/^[A-Z]{3}$/),
  }),
  declined,
  z.object({
    outcome: z.literal('confirmation_required'),
    // The payer's browser is redirected to this address.
    confirmUrl: z.url({ protocol: /^https?$/ }).max(2_000),
    processorReference: text,
  }),
  z.object({ outcome: z.literal('refused') }),
]) satisfies z.ZodType<AuthorizeAnswer>

const captureAnswer = z.object({ outcome: z.enum(['captured', 'voided']) }) satisfies z.ZodType<CaptureAnswer>

const voidAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('voided'), processorReference: text }),
  z.object({ outcome: z.literal('captured'), authorizationCode: text, processorReference: text }),
  declined,
  z.object({ outcome: z.literal('tombstone') }),
]) satisfies z.ZodType<VoidAnswer>

const lookupAnswer = z
  .object({
    status: z.enum(['CONFIRMING', 'AUTHORIZED', 'CAPTURED', 'VOIDED', 'DECLINED', 'TOMBSTONE']),
    amountMinor: minor,
    currency: z.string(),
  })
  .nullable() satisfies z.ZodType<LookupAnswer | null>

/**
 * Parsers of a processor's responses by the port's definition. Every adapter passes each response through them: an
 * invalid one is `ProcessorUnreachable`, because the processor's action is then unknown.
 */
export const readAnswer = {
  tokenize: (answer: unknown): CardToken => read(cardToken, answer),
  authorize: (answer: unknown): AuthorizeAnswer => read(authorizeAnswer, answer),
  capture: (answer: unknown): CaptureAnswer => read(captureAnswer, answer),
  void: (answer: unknown): VoidAnswer => read(voidAnswer, answer),
  lookup: (answer: unknown): LookupAnswer | null => read(lookupAnswer, answer),
}

function read<Answer>(schema: z.ZodType<Answer>, answer: unknown): Answer {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  // Only the paths are named, because the response may contain anything.
  const places = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole').join(', ')
  throw new ProcessorUnreachable(`the processor answered something that is no answer (${places})`)
}
