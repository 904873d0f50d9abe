import { format, stripVTControlCharacters } from 'node:util'
import pino from 'pino'

export type Log = pino.Logger

/** Keys of any service, such as `<service>_sk_…`, unless `sk_` ends a word, as in `task_`. */
const SECRETS = /((?<![a-z0-9])sk_|whsec_)[\w-]+|(Bearer\s+)[^\s"\\]+/gi
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

/** Removes card numbers, keys and signing secrets from a line, as a last safeguard behind the allow-lists. */
export function scrub(line: string): string {
  return line
    .replace(
      SECRETS,
      (_, prefix: string | undefined, bearer: string | undefined) => `${prefix ?? bearer}[redacted]`,
    )
    .replace(DIGIT_RUNS, (run) => (passesLuhn(run.replace(/[ -]/g, '')) ? '[redacted card]' : run))
}

/** Returns the fields of an error that are logged: database errors carry whole rows. */
export function shownError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { type: error.name, ...code, message: error.message, stack: error.stack }
}

/** Limit of buffered lines while standard output accepts none, in bytes; further lines are dropped. */
const WAITING_BYTES_MAX = 1_024 ** 2

/** Creates a process's log: JSON lines. Callers pass named fields, never a whole request or object. */
export function createLog(processName: string, level: string, descriptor = 1): Log {
  const output = pino.destination({ dest: descriptor, sync: true, maxLength: WAITING_BYTES_MAX })
  // A full disk costs log lines only. Without a listener the error would end the process.
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

/** Logs that a process serves, at any LOG_LEVEL: a supervisor waits for this line. */
export function logReady(processName: string, message: string): void {
  createLog(processName, 'info').info(message)
}

/** Logs why a process cannot start, at any LOG_LEVEL, on standard error. */
export function logStartFailure(processName: string, message: string): void {
  createLog(processName, 'fatal', 2).fatal(message)
}

/** Makes lines of the log out of what a library, such as Next, reports by the console. */
export function logConsole(log: Log): void {
  for (const [method, level] of [
    ['log', 'info'],
    ['info', 'info'],
    ['warn', 'warn'],
    ['error', 'error'],
  ] as const)
    console[method] = (...said: unknown[]) => {
      const err = said.find((one) => one instanceof Error)
      const text = stripVTControlCharacters(format(...said.filter((one) => one !== err))).trim()
      log[level](err ? { err } : {}, text)
    }
}
