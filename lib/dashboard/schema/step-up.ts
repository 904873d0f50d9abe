import * as z from 'zod'

/** Proof that a signed-in member types again: the password and, with two-step sign-in, a code. */
export const stepUpInput = z.strictObject({ password: z.string().max(1_000), code: z.string().max(100) })
export type StepUp = z.infer<typeof stepUpInput>
