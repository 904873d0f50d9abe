'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LinkInput } from '@/components/links/create/link-form'
import { useLocale } from '@/components/locale/locale-provider'
import { randomUuid } from '@/components/random/random-uuid'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useGo } from '@/components/shell/navigation/use-go'
import { Banner } from '@/components/ui/banner'
import { lazyModule } from '@/components/ui/lazy-module'
import { TextLink } from '@/components/ui/text-link'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { LinkImport } from '@/lib/dashboard/schema/link-import'
import { decodeText } from '@/lib/domain/decode-text'
import { numberFormat } from '@/lib/domain/formatters'
import { linkImports } from '@/lib/messages/link-imports'
import { links } from '@/lib/messages/links'
import { LinkImportPreview } from './link-import-preview'
import { LinkImportProblems } from './link-import-problems'
import { LinkImportSource } from './link-import-source'
import type { TextRange } from './read-records'
import type { ReadTable, TableRow } from './read-table'

const copy = linkImports
const tableReader = lazyModule(() => import('./read-table'))
/** Next accepts 1 MB per request, and JSON is larger than CSV. */
const TEXT_MAX_KB = 400
const KB = 1024

type Props = {
  currency: string
  rowsMax: number
  /** Owner of the saved table: a member at a connection. */
  owner: string
  start: (input: { form_token: string; name: string; rows: LinkInput[] }) => Promise<ActionResult<LinkImport>>
}

/** Renders the form of a link import. The table is read in the browser and shown with its mistakes before any link is created. */
export function LinkImportForm({ currency, rowsMax, owner, start }: Props) {
  const router = useRouter()
  const go = useGo()
  const { locale, timeZone } = useLocale()
  const [text, setText] = useState('')
  const [name, setName] = useState<string>(copy.pasted)
  const [table, setTable] = useState<(ReadTable & { text: string }) | null>(null)
  const [failure, setFailure] = useState<readonly string[]>([])
  const [begun, setBegun] = useState<LinkImport | null>(null)
  const [busy, setBusy] = useState(false)
  const [restored, setRestored] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const news = useRef<HTMLDivElement>(null)
  const failed = useRef<HTMLDivElement>(null)
  const sending = useRef(false)
  const token = useRef<string | null>(null)

  const tooLarge = copy.fileTooLarge(numberFormat(locale).format(TEXT_MAX_KB))

  // The failure is above the table, which may fill the screen.
  useEffect(() => {
    if (failure.length > 0) failed.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])

  // The pressed button may be gone, together with the imported rows.
  useEffect(() => {
    if (begun) news.current?.focus()
  }, [begun])

  const restore = useEffectEvent(async () => {
    const saved = savedTable(owner)
    if (!saved) return
    await read(saved.text, saved.name)
    // Rows sent again under the same token create no link twice.
    token.current = saved.token
    saveTable(owner, saved)
    setRestored(true)
  })
  useEffect(() => void restore(), [])

  function startOver() {
    void read('', copy.pasted)
    field.current?.focus()
  }

  async function read(given: string, from: string) {
    // The text does not change while it is sent: the imported rows are removed from it afterwards.
    if (sending.current) return
    // The textarea normalizes line ends, and its selection counts characters.
    const next = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
    setText(next)
    setName(from)
    setFailure([])
    setBegun(null)
    // A changed table is another import.
    token.current = null
    setRestored(false)
    saveTable(owner, next.trim() === '' ? null : { text: next, name: from, token: null })
    if (next.trim() === '') return setTable(null)
    if (new Blob([next]).size > TEXT_MAX_KB * KB) return refuse(tooLarge, next)
    const reader = await tableReader.loadOrNull()
    // The rows on screen belong to the table before.
    if (!reader) return setTable(null)
    setTable({
      ...reader.readTable(next, { currency, locale, timeZone, now: Date.now(), rowsMax }),
      text: next,
    })
  }

  function refuse(problem: string, what = '') {
    setTable({ problems: [problem], hasWrongHeading: false, rows: [], text: what })
  }

  async function readFile(file: File) {
    if (file.size > TEXT_MAX_KB * KB) return refuse(tooLarge)
    try {
      const bytes = await file.arrayBuffer()
      await read(decodeText(bytes), file.name.slice(0, 120))
    } catch {
      refuse(copy.fileUnreadable)
    }
  }

  function correct(range: TextRange) {
    if (field.current) selectRange(field.current, range)
  }

  /** Imports the valid rows. Rows with mistakes stay in the form. */
  async function submit() {
    const right = table?.rows.flatMap(({ row, input }) => (input ? [{ row, input }] : [])) ?? []
    // Rows of an older text are never sent.
    if (sending.current || table?.text !== text || right.length === 0) return
    sending.current = true
    setBusy(true)
    setFailure([])
    token.current ??= randomUuid()
    saveTable(owner, { text, name, token: token.current })
    const rows = right.map(({ input }) => input)
    const result = await start({ form_token: token.current, name, rows }).catch(() => null)
    if (result?.ok && rows.length === table.rows.length) {
      saveTable(owner, null)
      go(importHref(result.data), { whenBack: true })
      return
    }
    sending.current = false
    setBusy(false)
    if (result?.ok) {
      await read(remainingTable(text, table.rows), restName(name))
      setBegun(result.data)
      return router.refresh()
    }
    if (!result) return setFailure([copy.unsure, copy.unsureHint])
    const fields = result.error.fields ?? []
    setFailure([
      copy.failed,
      result.error.message,
      ...fields.slice(0, 5).map(({ field: named, message }) => {
        const [, position, column = ''] = /^rows\.(\d+)\.(.+)$/.exec(named) ?? []
        const row = right[Number(position) - 1]?.row
        return row === undefined ? `${named}: ${message}` : copy.refusedRow(row, column, message)
      }),
    ])
  }

  return (
    <div className="flex flex-col gap-5">
      <LinkImportSource
        text={text}
        field={field}
        isBusy={busy}
        isRead={table !== null && table.rows.length > 0}
        fileName={text !== '' && name !== copy.pasted ? name : null}
        onFile={(file) => void readFile(file)}
        onText={(next) => void read(next, isSameTable(text, next) ? name : copy.pasted)}
        onSample={() => void read(copy.columns.sample, copy.pasted)}
      >
        <div aria-live="polite" className="not-empty:mt-4">
          {table ? <LinkImportProblems table={table} /> : null}
        </div>
      </LinkImportSource>
      {restored ? (
        <p role="status" className="flex items-baseline gap-2 text-muted text-sm">
          {links.form.draftRestored}
          <TextLink>
            <button type="button" className="hit" onClick={startOver}>
              {links.form.startOver}
            </button>
          </TextLink>
        </p>
      ) : null}
      <div ref={news} tabIndex={-1} role="status" className="rounded-lg empty:hidden">
        {begun ? (
          <Banner
            tone="success"
            title={copy.begun(numberFormat(locale).format(begun.total), begun.total === 1)}
            action={
              <TextLink>
                <PageLink href={importHref(begun)}>{copy.follow}</PageLink>
              </TextLink>
            }
          >
            {copy.begunHint}
          </Banner>
        ) : null}
      </div>
      {failure.length > 0 ? (
        <div ref={failed}>
          <Banner tone="danger" title={failure[0]} announce>
            {failure.slice(1).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Banner>
        </div>
      ) : null}
      {table && table.rows.length > 0 ? (
        <LinkImportPreview
          rows={table.rows}
          currency={currency}
          isBusy={busy}
          onCreate={() => void submit()}
          onCorrect={correct}
        />
      ) : null}
    </div>
  )
}

/** Returns the name of a table after some rows were imported. Its row numbers differ from those of the file. */
function restName(name: string): string {
  const isRest = name === copy.pasted || name.startsWith(copy.restOf(''))
  return isRest ? name : copy.restOf(name).slice(0, 120)
}

function importHref({ id }: LinkImport): string {
  return `/links/import/${encodeURIComponent(id)}`
}

/** Returns whether a text is an edited version of another one, and not a pasted table. */
export function isSameTable(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before[same] === after[same]) same += 1
  let end = 0
  while (end < shorter - same && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return after.trim() !== '' && (same + end) * 2 > Math.max(before.length, after.length)
}

/** Returns the text of a table without its valid rows: the heading and the rows with mistakes, as typed. */
export function remainingTable(text: string, rows: readonly TableRow[]): string {
  const heading = text.slice(0, rows[0]?.range.from ?? text.length)
  const wrong = rows.filter(({ input }) => input === null)
  return heading + wrong.map(({ range }) => `${text.slice(range.from, range.to)}\n`).join('')
}

/** The share of a field's width in which a cell may begin and still be visible. */
const SEEN = 0.7

/** Selects a range of a textarea and scrolls to it: a selection alone scrolls neither the textarea nor the page. */
function selectRange(field: HTMLTextAreaElement, { from, to }: TextRange): void {
  field.focus({ preventScroll: true })
  field.setSelectionRange(from, to)
  const lines = field.value.split('\n')
  const before = field.value.slice(0, from).split('\n')
  const longest = Math.max(1, ...lines.map((line) => line.length))
  // The font is monospace, and all lines have the same height.
  const across = ((before.at(-1) ?? '').length / longest) * field.scrollWidth
  const down = ((before.length - 1) / lines.length) * field.scrollHeight
  // The row is shown from its beginning if the range is visible there.
  const left = across < field.clientWidth * SEEN ? 0 : across - field.clientWidth / 3
  field.scrollTo({ left, top: down - field.clientHeight / 3 })
  const { top, bottom } = field.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) field.scrollIntoView({ block: 'center' })
}

/** Returns the key in the session storage; each owner has one. */
const keyOf = (owner: string) => `import-table:${owner}`

/** A table that is not imported yet, with the token under which it may have been sent. */
type SavedTable = { text: string; name: string; token: string | null }

/** Saves a table in the tab under its owner, a member at a connection. Null deletes it. */
function saveTable(owner: string, table: SavedTable | null): void {
  try {
    if (table === null) sessionStorage.removeItem(keyOf(owner))
    else sessionStorage.setItem(keyOf(owner), JSON.stringify({ owner, ...table }))
  } catch {
    // A browser may refuse its storage; then nothing is saved.
  }
}

/** Returns the saved table; null if there is none of this owner. */
function savedTable(owner: string): SavedTable | null {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(keyOf(owner)) ?? 'null')
    if (typeof parsed !== 'object' || parsed === null) return null
    const { owner: savedOwner, text, name, token } = parsed as Readonly<Record<string, unknown>> // The cast is followed by checks of each field.
    if (savedOwner !== owner || typeof text !== 'string' || typeof name !== 'string' || text === '')
      return null
    return { text, name, token: typeof token === 'string' ? token : null }
  } catch {
    return null
  }
}
