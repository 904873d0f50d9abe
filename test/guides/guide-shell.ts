import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface ShellAnswer {
  status: number
  headers: Headers
  body: unknown
}

/**
 * Runs a guide's commands like a reader, unchanged except for `export NAME=…` lines: those get the values of `variables`,
 * or of the position in the last response that their comment names (`# data[0].id`).
 */
export class GuideShell {
  readonly #folder: string
  readonly #variables: Map<string, string>
  #last: ShellAnswer | null = null

  constructor(folder: string, variables: Readonly<Record<string, string>>) {
    this.#folder = folder
    this.#variables = new Map(Object.entries(variables))
    // curl unchanged, with its response in files that the test reads.
    const settings = { output: 'body', 'dump-header': 'head' }
    const lines = Object.entries(settings).map(([name, file]) => `${name} = "${path.join(folder, file)}"`)
    fs.writeFileSync(path.join(folder, '.curlrc'), ['silent', 'show-error', ...lines].join('\n'))
  }

  /** Returns the text with its `$NAME`s replaced. */
  fill(text: string): string {
    return text.replace(/\$(\w+)/g, (_, name: string) => this.#variables.get(name) ?? '')
  }

  /** Runs one block; returns its response, or null if it called nothing. Throws the errors of a command. */
  async run(code: string): Promise<ShellAnswer | null> {
    const script = code
      .split('\n')
      .filter((line) => !this.#takeExport(line))
      .join('\n')
    const names = [...script.matchAll(/^export (\w+)=/gm)].map(([, name = '']) => name)
    const known = { ...Object.fromEntries(this.#variables), CURL_HOME: this.#folder, NO_PROXY: '*' }
    const before = Object.entries(known).map(([name, value]) => `export ${name}='${value}'`)
    const after = names.map((name) => `printf '%s' "$${name}" > '${this.#fileOf(name)}'`)
    await execute('bash', ['-euo', 'pipefail', '-c', [...before, script, ...after].join('\n')])
    for (const name of names) this.#variables.set(name, fs.readFileSync(this.#fileOf(name), 'utf8'))
    return script.includes('curl ') ? this.#readAnswer() : null
  }

  #fileOf(name: string): string {
    return path.join(this.#folder, `var-${name}`)
  }

  #takeExport(line: string): boolean {
    const [, name, place] = /^export (\w+)=\S+(?: # (.+))?$/.exec(line) ?? []
    if (!name) return false
    if (place === undefined) return this.#variables.has(name)
    const value = valueAt(this.#last?.body, place)
    if (typeof value !== 'string') throw new Error(`the last answer has no ${place}`)
    this.#variables.set(name, value)
    return true
  }

  #readAnswer(): ShellAnswer {
    const [statusLine = '', ...lines] = fs
      .readFileSync(path.join(this.#folder, 'head'), 'utf8')
      .trim()
      .split('\r\n')
    const headers = new Headers(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1)]
      }),
    )
    const body: unknown = JSON.parse(fs.readFileSync(path.join(this.#folder, 'body'), 'utf8'))
    this.#last = { status: Number(statusLine.split(' ')[1]), headers, body }
    return this.#last
  }
}

/** Returns the value at a position such as `data[0].id` of a response. */
function valueAt(body: unknown, place: string): unknown {
  let value = body
  for (const key of place.split(/[.[\]]+/).filter(Boolean)) {
    // Any key of any object may be requested; a missing one is undefined.
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  }
  return value
}
