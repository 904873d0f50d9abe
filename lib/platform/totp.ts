import { verifySync } from 'otplib'

/** Difference of clocks that is accepted, in seconds: the codes of one step before and after the current one. */
const TOLERANCE_S = 30

/** Returns the step (RFC 6238) near an instant whose code was typed, or null. */
export function stepOfCode(secret: string, code: string, at: Date): number | null {
  // The library throws for any other text.
  if (!/^\d{6}$/.test(code)) return null
  const epoch = Math.floor(at.getTime() / 1_000)
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_S })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
