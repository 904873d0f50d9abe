'use client'

import { FileUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import type { ActionResult } from '@/components/data/action-result'
import { usePlace } from '@/components/locale/locale-provider'
import { randomUuid } from '@/components/random/random-uuid'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { common } from '@/lib/messages/common'
import { linkBatches } from '@/lib/messages/link-batches'
import { BatchPreview } from './batch-preview'
import type { BatchProgress } from './batch-shapes'
import { BatchSource } from './batch-source'
import type { LinkInput } from './link-form'
import type { ReadTable } from './read-table'

const words = linkBatches
/** Next takes 1 MB in one request, and JSON is wider than CSV. */
const TEXT_MAX_KB = 400
const KB = 1024

type Props = {
  currency: string
  rowsMax: number
  start: (input: {
    form_token: string
    name: string
    rows: LinkInput[]
  }) => Promise<ActionResult<BatchProgress>>
}

/** A table of links: read in the browser, every row shown with what is wrong, and nothing made before that. */
export function BatchForm({ currency, rowsMax, start }: Props) {
  const router = useRouter()
  const { locale, timeZone } = usePlace()
  const [text, setText] = useState('')
  const [name, setName] = useState<string>(words.pasted)
  const [table, setTable] = useState<ReadTable | null>(null)
  const [failure, setFailure] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const token = useRef<string | null>(null)

  async function read(next: string, from: string) {
    setText(next)
    setName(from)
    setFailure([])
    // Another table is another batch.
    token.current = null
    if (next.trim() === '') return setTable(null)
    if (new Blob([next]).size > TEXT_MAX_KB * KB)
      return setTable({
        problems: [words.fileTooLarge(new Intl.NumberFormat(locale).format(TEXT_MAX_KB))],
        rows: [],
      })
    const { readTable } = await import('./read-table')
    setTable(readTable(next, { currency, locale, timeZone, now: Date.now(), rowsMax }))
  }

  async function readFile(file: File) {
    if (file.size > TEXT_MAX_KB * KB)
      return setTable({
        problems: [words.fileTooLarge(new Intl.NumberFormat(locale).format(TEXT_MAX_KB))],
        rows: [],
      })
    try {
      const bytes = await file.arrayBuffer()
      await read(decode(bytes), file.name.slice(0, 120))
    } catch {
      setTable({ problems: [words.fileUnreadable], rows: [] })
    }
  }

  async function submit() {
    const inputs = table?.rows.flatMap(({ input }) => (input ? [input] : [])) ?? []
    if (sending.current || !table || inputs.length !== table.rows.length) return
    sending.current = true
    setBusy(true)
    setFailure([])
    token.current ??= randomUuid()
    const result = await start({ form_token: token.current, name, rows: inputs }).catch(() => null)
    if (result?.ok) return router.push(`/links/import/${encodeURIComponent(result.data.id)}`)
    sending.current = false
    setBusy(false)
    const fields = result?.error.fields ?? []
    setFailure([
      result?.error.message ?? common.loadFailedHint,
      ...fields.slice(0, 5).map(({ field, message }) => `${field}: ${message}`),
    ])
  }

  return (
    <div className="flex flex-col gap-5">
      <BatchSource
        text={text}
        fileName={text !== '' && name !== words.pasted ? name : null}
        onFile={(file) => void readFile(file)}
        onText={(next) => void read(next, words.pasted)}
      />
      <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
        {table?.problems.map((problem) => (
          <Banner key={problem} tone="danger" title={problem} />
        ))}
      </div>
      {failure.length > 0 ? (
        <Banner tone="danger" title={words.failed} announce>
          {failure.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Banner>
      ) : null}
      {table && table.rows.length > 0 ? (
        <BatchPreview
          rows={table.rows}
          currency={currency}
          action={(label, ready) => (
            <Button
              variant="primary"
              busy={busy}
              busyLabel={words.starting}
              disabled={!ready}
              icon={<FileUp aria-hidden className="size-4" />}
              onClick={submit}
            >
              {label}
            </Button>
          )}
        />
      ) : null}
    </div>
  )
}

/** Excel still saves Windows-1252 in many countries; what is no UTF-8 is that. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
