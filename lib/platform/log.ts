import pino from 'pino'

export type Log = pino.Logger

const SECRETS = /(checkout_sk_|whsec_)[\w-]+|(Bearer\s+)[^\s"\\]+/gi
const DIGIT_RUNS = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** The last net under the allow-lists: takes card numbers, keys and signing secrets out of a line. */
export function scrub(line: string): string {
  return line
    .replace(
      SECRETS,
      (_, prefix: string | undefined, bearer: string | undefined) => `${prefix ?? bearer}[redacted]`,
    )
    .replace(DIGIT_RUNS, (run) => (passesLuhn(run.replace(/[ -]/g, '')) ? '[redacted card]' : run))
}

/**
 * What a line tells of an error given as `err`. Pino's own way would add every field of it, and the database's errors
 * carry whole rows in theirs, a host's the merchant's data.
 */
export function shownError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { type: error.name, ...code, message: error.message, stack: error.stack }
}

/** Lines that wait while standard output takes none, in bytes; more are dropped. */
const WAITING_BYTES_MAX = 1_024 ** 2

/** A process's log: JSON lines on standard output. Callers pass named fields, never a request or an object whole. */
export function createLog(processName: string, level: string): Log {
  const output = pino.destination({ dest: 1, sync: true, maxLength: WAITING_BYTES_MAX })
  // A full disk under the log costs lines. Without a listener the error ends the process.
  output.on('error', () => {})
  const options: pino.LoggerOptions = {
    level,
    base: { process: processName },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: shownError },
    hooks: { streamWrite: scrub },
  }
  return pino(options, output)
}
