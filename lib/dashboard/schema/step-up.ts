import * as z from 'zod'
import { PASSKEY_RESPONSE_MAX } from './passkey'

/**
 * Proof that a signed-in member gives again: the password and, with two-step sign-in, a code or the response of a passkey
 * as JSON.
 */
export const stepUpInput = z.strictObject({
  password: z.string().max(1_000),
  code: z.string().max(100),
  passkey: z.string().max(PASSKEY_RESPONSE_MAX).optional(),
})
export type StepUp = z.infer<typeof stepUpInput>
