/** Response that a guide prints below a command: `201 Created`, headers, a blank line, JSON. */
interface PrintedAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: unknown
}

export type GuideStep =
  | { kind: 'commands'; code: string; printed: PrintedAnswer | null }
  /** Action of the reader, which a comment names for the test. */
  | { kind: 'act'; text: string }

const PART = /<!-- test: (?<act>.+?) -->|^```(?<language>bash|http)\n(?<code>[\s\S]*?)^```$/gm

/** Returns the steps of a guide in order: each `bash` block with the `http` block that follows it. */
export function guideSteps(markdown: string): GuideStep[] {
  const steps: GuideStep[] = []
  for (const { groups: { act, language, code = '' } = {} } of markdown.matchAll(PART)) {
    const last = steps.at(-1)
    if (act !== undefined) steps.push({ kind: 'act', text: act })
    else if (language === 'bash') steps.push({ kind: 'commands', code, printed: null })
    else if (last?.kind === 'commands' && !last.printed) last.printed = printedAnswer(code)
    else throw new Error(`an answer without its command: ${code}`)
  }
  return steps
}

function printedAnswer(code: string): PrintedAnswer {
  const [head = '', ...body] = code.split('\n\n')
  const [statusLine = '', ...headers] = head.split('\n')
  return {
    status: Number.parseInt(statusLine, 10),
    headers: Object.fromEntries(headers.map((line) => line.split(': ', 2))),
    body: JSON.parse(body.join('\n\n')),
  }
}

const ELSE = '…'

/**
 * Returns the differences between a response and the printed one. `…` within a text matches anything, and alone any
 * value; as a key it allows further keys. Without it, a key that was not printed is a difference.
 */
export function differences(printed: unknown, actual: unknown, at = 'body'): string[] {
  if (printed === ELSE) return []
  if (typeof printed === 'string' && typeof actual === 'string')
    return fits(printed, actual) ? [] : [`${at}: ${JSON.stringify(actual)} instead of ${printed}`]
  if (typeof printed !== 'object' || printed === null || typeof actual !== 'object' || actual === null)
    return Object.is(printed, actual)
      ? []
      : [`${at}: ${JSON.stringify(actual)} instead of ${JSON.stringify(printed)}`]
  if (Array.isArray(printed) !== Array.isArray(actual)) return [`${at}: a list is no object`]
  const wanted = new Map(Object.entries(printed))
  const got = new Map<string, unknown>(Object.entries(actual))
  const open = wanted.delete(ELSE)
  return [
    ...[...wanted].flatMap(([key, value]) =>
      got.has(key) ? differences(value, got.get(key), `${at}.${key}`) : [`${at}.${key}: missing`],
    ),
    ...[...got.keys()].filter((key) => !open && !wanted.has(key)).map((key) => `${at}.${key}: not printed`),
  ]
}

function fits(printed: string, actual: string): boolean {
  const parts = printed.split(ELSE).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(actual)
}
