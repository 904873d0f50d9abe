import { useTexts } from '@/components/texts/texts-provider'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'

type Props = {
  code: string
  /** Name of the copied text. */
  label: string
}

export function CopyCode({ code, label }: Props) {
  return <CopyButton iconOnly variant="quiet" value={code} label={label} />
}

type CurlFoldProps = {
  calls: readonly { label: string; call: CurlCall }[]
  hint?: string
}

export function CurlFold({ calls, hint }: CurlFoldProps) {
  const t = useTexts()
  return (
    <details>
      <summary className="hit flex w-fit cursor-pointer items-center font-medium text-accent-text text-sm">
        {t('detail.curl.show')}
      </summary>
      <div className="flex flex-col gap-3 pt-2">
        {calls.map(({ label, call }) => {
          const code = curlOf(call)
          return (
            <CodeBlock
              key={label}
              label={label}
              code={code}
              action={<CopyCode code={code} label={t('detail.curl.copy', { label })} />}
            />
          )
        })}
        <p className="text-muted text-xs">{hint ?? t('detail.curl.hint')}</p>
      </div>
    </details>
  )
}

/** Characters of a body that fit on one line of a sample. */
const SHORT_BODY = 60

/** An API call to show as a command. It never contains a key. */
export type CurlCall = {
  /** The {base_url}, or a shell variable with it. */
  baseUrl: string
  method: string
  /** Path below {base_url}. */
  path: string
  idempotencyKey?: string | null
  body?: unknown
}

/** Returns the curl command of a call, one part per line. The key is the shell variable API_KEY. */
export function curlOf({ baseUrl, method, path, idempotencyKey, body }: CurlCall): string {
  const address = baseUrl.startsWith('$') ? `"${baseUrl}${path}"` : quoted(baseUrl + path)
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${address}`,
    '-H "Authorization: Bearer $API_KEY"',
  ]
  if (idempotencyKey) parts.push(`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`)
  if (body !== undefined && body !== null) {
    parts.push(`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(jsonText(body))}`)
  }
  return parts.join(' \\\n  ')
}

function jsonText(body: unknown): string {
  const short = JSON.stringify(body)
  return short.length <= SHORT_BODY ? short : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
}

/** Returns a shell argument in single quotes, in which only the quote itself needs an escape. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
