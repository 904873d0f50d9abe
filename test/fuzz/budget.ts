/** Requests of the whole fuzzer in one test run; more by FUZZ_REQUESTS. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 5000)

/** The same requests in every run; another FUZZ_SEED makes others. */
export const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)

const shares = { valid: 0.4, invalid: 0.4, sequences: 0.2 } as const

/** How many requests a part of the fuzzer sends at least. */
export function requestsOf(part: keyof typeof shares): number {
  return Math.ceil(REQUESTS * shares[part])
}

/** A generous bound for one part of the fuzzer, milliseconds: 5,000 requests take well below a minute. */
export const timeoutMs = Math.max(120_000, REQUESTS * 60)
