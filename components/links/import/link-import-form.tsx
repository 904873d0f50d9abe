'use client'

import { Download } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FailureBanner } from '@/components/data/failure-banner'
import { useSavedDraft } from '@/components/data/saved-draft'
import { DraftRestored } from '@/components/links/draft-restored'
import { saveFile } from '@/components/links/save-file'
import { useLocale } from '@/components/locale/locale-provider'
import { randomUuid } from '@/components/random/random-uuid'
import { useGo } from '@/components/shell/navigation/use-go'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { OpenFile } from '@/components/ui/open-file'
import type { ActionResult, Problem } from '@/lib/dashboard/schema/action-result'
import type { LinkBody } from '@/lib/dashboard/schema/link-body'
import { decodeText } from '@/lib/domain/decode-text'
import { linkImports as copy } from '@/lib/messages/link-imports'
import { LinkImportPreview, Mistakes } from './link-import-preview'
import type { Mistake, ReadRow, ReadTable } from './read-table'

const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values'
const tableReader = lazyModule(() => import('./read-table'))
/** Next accepts 1 MB per request, and JSON is larger than CSV. */
const TEXT_MAX_KB = 400
const KB = 1024
const TOO_LARGE = copy.problems.tooLarge(String(TEXT_MAX_KB))
/** The token belongs to the text: one table that is sent again, also from a copy of the tab, is one import. */
const NO_TABLE = { text: '', name: copy.pasted as string, token: '' }

type Props = {
  currency: string
  rowsMax: number
  /** Owner of the saved table: a member at a connection. */
  owner: string
  start: (input: {
    form_token: string
    name: string
    rows: LinkBody[]
  }) => Promise<ActionResult<{ id: string }>>
}

/** Renders the form of a link import. The table is read in the browser and shown with its mistakes before any link is created. */
export function LinkImportForm({ currency, rowsMax, owner, start }: Props) {
  const go = useGo()
  const saved = useSavedDraft(`import-table:${owner}`, NO_TABLE)
  const { text, name, token } = saved.draft
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<Problem | 'unsure' | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const table = useTable(text, { currency, rowsMax })

  function take(next: string, from: string = copy.pasted) {
    setFileProblem(null)
    setFailure(null)
    saved.startOver()
    if (next !== '') saved.change({ text: next, name: from, token: randomUuid() })
  }

  async function takeFile(file: File) {
    if (file.size > TEXT_MAX_KB * KB) return setFileProblem(TOO_LARGE)
    const bytes = await file.arrayBuffer().catch(() => null)
    if (bytes) take(decodeText(bytes), file.name.slice(0, 120))
    else setFileProblem(copy.problems.file)
  }

  async function submit(rows: readonly ReadRow[]) {
    setBusy(true)
    setFailure(null)
    const input = { form_token: token, name, rows: rows.map(({ body }) => body) }
    const result = await start(input).catch(() => null)
    if (result?.ok) {
      saved.forget()
      return go(`/links/import/${encodeURIComponent(result.data.id)}`, { whenBack: true })
    }
    setBusy(false)
    setFailure(result?.error ?? 'unsure')
  }

  const refused = failure && failure !== 'unsure' ? refusedCells(failure, table?.rows ?? []) : []
  const mistakes = [...(table?.mistakes ?? []), ...refused]
  const problems = fileProblem ? [fileProblem] : (table?.problems ?? [])
  return (
    <div className="flex flex-col gap-5">
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <OpenFile label={copy.file} accept={ACCEPTED} onFile={(file) => void takeFile(file)} />
          <Button
            icon={<Download aria-hidden className="size-4" />}
            onClick={() => saveFile(new Blob([copy.template.text], { type: 'text/csv' }), copy.template.file)}
          >
            {copy.template.download}
          </Button>
          <p className="wrap-anywhere text-pretty text-muted text-sm">
            {name === copy.pasted ? copy.fileHint : <bdi>{copy.fileRead(name)}</bdi>}
          </p>
        </div>
        <Field label={copy.paste} hint={copy.pasteHint}>
          <Textarea
            ref={field}
            name="rows"
            readOnly={busy}
            rows={5}
            spellCheck={false}
            value={text}
            placeholder={copy.template.sample}
            onChange={(event) => take(event.target.value)}
            className="field-sizing-content max-h-60 min-h-30 overflow-x-auto whitespace-pre font-mono text-sm"
          />
        </Field>
      </Card>
      {saved.isRestored ? (
        <DraftRestored
          onStartOver={() => {
            take('')
            field.current?.focus()
          }}
        />
      ) : null}
      {problems.map((problem) => (
        <Banner
          key={problem}
          tone="danger"
          title={<span className="wrap-anywhere">{problem}</span>}
          announce
        />
      ))}
      {failure === 'unsure' ? (
        <FailureBanner title={copy.unsure} failure={{ message: copy.unsureHint }} />
      ) : failure ? (
        <FailureBanner title={copy.failed} failure={failure} />
      ) : null}
      {mistakes.length > 0 ? (
        <Mistakes mistakes={mistakes} />
      ) : table && table.rows.length > 0 ? (
        <LinkImportPreview
          rows={table.rows}
          currency={currency}
          isBusy={busy}
          onCreate={() => void submit(table.rows)}
        />
      ) : null}
    </div>
  )
}

/** Returns the table that a text contains; null without a text, and until the reader has loaded. */
function useTable(
  text: string,
  { currency, rowsMax }: Pick<Props, 'currency' | 'rowsMax'>,
): ReadTable | null {
  const { locale, timeZone, now } = useLocale()
  const reader = useLazyModule(tableReader)
  useEffect(() => {
    if (text !== '') void tableReader.loadOrNull()
  }, [text])
  return useMemo(() => {
    if (!reader || text.trim() === '') return null
    if (new Blob([text]).size > TEXT_MAX_KB * KB) return { problems: [TOO_LARGE], mistakes: [], rows: [] }
    return reader.readTable(text, { currency, locale, timeZone, now, rowsMax })
  }, [reader, text, currency, locale, timeZone, now, rowsMax])
}

/** Returns the cells that the server refused; it counts the rows without the heading and empty ones. */
function refusedCells({ fields = [] }: Problem, rows: readonly ReadRow[]): Mistake[] {
  return fields.map(({ field, message }) => {
    const [, position, column = ''] = /^rows\.(\d+)\.(.+)$/.exec(field) ?? []
    return { row: rows[Number(position) - 1]?.row ?? 0, column, cell: '', problem: message }
  })
}
