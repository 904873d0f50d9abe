/** Pino's levels by number. @type {Readonly<Record<number, string>>} */
const LEVELS = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }
/** Fields that are shown by their position in the line. */
const PLACED = new Set(['level', 'time', 'process', 'msg', 'err', 'pid', 'hostname'])
const LEVEL_WIDTH = 5

/**
 * Returns a line of a process's log in a readable form: `14:03:07 warn  message  field=value`. Any other line is
 * unchanged.
 * @param {string} line @returns {string}
 */
export function readableLine(line) {
  if (!line.startsWith('{"level":')) return line
  /** @type {Record<string, unknown>} */
  let entry
  try {
    entry = JSON.parse(line)
  } catch {
    return line
  }
  const level = LEVELS[Number(entry.level)] ?? String(entry.level)
  const fields = Object.entries(entry)
    .filter(([name]) => !PLACED.has(name))
    .map(([name, value]) => `${name}=${shown(value)}`)
  if (entry.err) fields.push(shownError(entry.err))
  return [`${clock(entry.time)} ${level.padEnd(LEVEL_WIDTH)} ${entry.msg ?? ''}`, ...fields].join('  ')
}

/** Returns a time by this machine's clock, where its reader is. @param {unknown} time */
function clock(time) {
  const at = new Date(typeof time === 'number' || typeof time === 'string' ? time : Number.NaN)
  return Number.isNaN(at.getTime()) ? '--:--:--' : at.toTimeString().slice(0, 8)
}

/** @param {unknown} value */
function shown(value) {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)
}

/**
 * Returns an error's message and the first position of our code on its stack; the JSON line has everything. @param
 * {unknown} error
 */
function shownError(error) {
  if (typeof error !== 'object' || error === null) return `error=${shown(error)}`
  const { type = 'Error', message = '', code, stack } = /** @type {Record<string, unknown>} */ (error)
  const place = typeof stack === 'string' ? /\n\s+at (?!.*(?:node:|node_modules))(.+)/.exec(stack)?.[1] : null
  const text = `${type}${code ? ` ${code}` : ''}: ${message}`.replaceAll('\n', ' ')
  return place ? `${text}  at ${place}` : text
}

/**
 * Turns what this command itself reports by `console` into log lines of a process, in JSON as the process writes them.
 * @param {string} name
 */
export function logAsJson(name) {
  /** @param {number} level @param {NodeJS.WriteStream} stream @returns {(said: unknown) => void} */
  const writer = (level, stream) => (said) => {
    const { name: type, message, stack } = said instanceof Error ? said : { name: '', message: String(said) }
    const entry = { level, time: new Date().toISOString(), process: name, msg: message }
    stream.write(`${JSON.stringify(stack ? { ...entry, err: { type, message, stack } } : entry)}\n`)
  }
  console.log = writer(30, process.stdout)
  console.warn = writer(40, process.stderr)
  console.error = writer(50, process.stderr)
}
