/** Requests of the whole fuzzer in one test run; FUZZ_REQUESTS sets more. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 5000)

/** Seed: the same requests in every run; FUZZ_SEED gives others. */
export const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)

const shares = { valid: 0.4, invalid: 0.4, sequences: 0.2 } as const

/** Returns the minimum number of requests of a part of the fuzzer. */
export function requestsOf(part: keyof typeof shares): number {
  return Math.ceil(REQUESTS * shares[part])
}

/** Generous time limit for one part of the fuzzer: 5,000 requests take well below a minute. */
export const timeoutMs = Math.max(120_000, REQUESTS * 60)
