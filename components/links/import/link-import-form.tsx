'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LinkInput } from '@/components/links/create/link-form'
import { usePlace } from '@/components/locale/locale-provider'
import { randomUuid } from '@/components/random/random-uuid'
import { PageLink } from '@/components/shell/page-link'
import { useGo } from '@/components/shell/use-go'
import { Banner } from '@/components/ui/banner'
import { lazyModule } from '@/components/ui/lazy-module'
import { TextLink } from '@/components/ui/text-link'
import { numberFormat } from '@/lib/contract/formatters'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { LinkImport } from '@/lib/dashboard/schema/link-import'
import { linkBatches } from '@/lib/messages/link-batches'
import { links } from '@/lib/messages/links'
import { LinkImportPreview } from './link-import-preview'
import { LinkImportProblems } from './link-import-problems'
import { LinkImportSource } from './link-import-source'
import type { TextPlace } from './read-records'
import type { ReadTable, TableRow } from './read-table'

const words = linkBatches
const tableReader = lazyModule(() => import('./read-table'))
/** Next takes 1 MB in one request, and JSON is wider than CSV. */
const TEXT_MAX_KB = 400
const KB = 1024

type Props = {
  currency: string
  rowsMax: number
  /** Whose rows are found again after leaving: a member at a connection. */
  owner: string
  start: (input: { form_token: string; name: string; rows: LinkInput[] }) => Promise<ActionResult<LinkImport>>
}

/** A table of links: read in the browser, every row shown with what is wrong, and nothing made before that. */
export function LinkImportForm({ currency, rowsMax, owner, start }: Props) {
  const router = useRouter()
  const go = useGo()
  const { locale, timeZone } = usePlace()
  const [text, setText] = useState('')
  const [name, setName] = useState<string>(words.pasted)
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

  const tooLarge = words.fileTooLarge(numberFormat(locale).format(TEXT_MAX_KB))

  // It comes in above the table, whose verbs may have been pressed with no more in sight.
  useEffect(() => {
    if (failure.length > 0) failed.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])

  // The button that began it is gone with the rows that were right.
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
    void read('', words.pasted)
    field.current?.focus()
  }

  async function read(given: string, from: string) {
    // What is being sent stays as it is: its right rows are taken out of it afterwards.
    if (sending.current) return
    // As the field counts, in which a mistake is selected.
    const next = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
    setText(next)
    setName(from)
    setFailure([])
    setBegun(null)
    // Another table is another batch.
    token.current = null
    setRestored(false)
    saveTable(owner, next.trim() === '' ? null : { text: next, name: from, token: null })
    if (next.trim() === '') return setTable(null)
    if (new Blob([next]).size > TEXT_MAX_KB * KB) return refuse(tooLarge, next)
    const reader = await tableReader.ask()
    // What stands there from before is another table's.
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
      await read(decode(bytes), file.name.slice(0, 120))
    } catch {
      refuse(words.fileUnreadable)
    }
  }

  function correct(place: TextPlace) {
    if (field.current) selectPlace(field.current, place)
  }

  /** Makes the rows that are right; while others are not, those stay here to be corrected. */
  async function submit() {
    const right = table?.rows.flatMap(({ row, input }) => (input ? [{ row, input }] : [])) ?? []
    // Only what is shown is sent, never an older reading of it.
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
      go(placeOf(result.data), { whenBack: true })
      return
    }
    sending.current = false
    setBusy(false)
    if (result?.ok) {
      await read(tableLeft(text, table.rows), restName(name))
      setBegun(result.data)
      return router.refresh()
    }
    if (!result) return setFailure([words.unsure, words.unsureHint])
    const fields = result.error.fields ?? []
    setFailure([
      words.failed,
      result.error.message,
      ...fields.slice(0, 5).map(({ field: named, message }) => {
        const [, place, column = ''] = /^rows\.(\d+)\.(.+)$/.exec(named) ?? []
        const row = right[Number(place) - 1]?.row
        return row === undefined ? `${named}: ${message}` : words.refusedRow(row, column, message)
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
        fileName={text !== '' && name !== words.pasted ? name : null}
        onFile={(file) => void readFile(file)}
        onText={(next) => void read(next, isSameTable(text, next) ? name : words.pasted)}
        onSample={() => void read(words.columns.sample, words.pasted)}
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
            title={words.begun(numberFormat(locale).format(begun.total), begun.total === 1)}
            action={
              <TextLink>
                <PageLink href={placeOf(begun)}>{words.follow}</PageLink>
              </TextLink>
            }
          >
            {words.begunHint}
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

/** What is left of a file is no longer that file: its rows are counted anew. */
function restName(name: string): string {
  const isRest = name === words.pasted || name.startsWith(words.restOf(''))
  return isRest ? name : words.restOf(name).slice(0, 120)
}

function placeOf({ id }: LinkImport): string {
  return `/links/import/${encodeURIComponent(id)}`
}

/** Excel still saves Windows-1252 in many countries; what is no UTF-8 is that. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whether a text is another one with a few corrections; a table pasted over it is not. */
export function isSameTable(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before[same] === after[same]) same += 1
  let end = 0
  while (end < shorter - same && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return after.trim() !== '' && (same + end) * 2 > Math.max(before.length, after.length)
}

/** The text of a table without the rows that are right: its heading and what is still to be corrected, as it was typed. */
export function tableLeft(text: string, rows: readonly TableRow[]): string {
  const heading = text.slice(0, rows[0]?.place.from ?? text.length)
  const wrong = rows.filter(({ input }) => input === null)
  return heading + wrong.map(({ place }) => `${text.slice(place.from, place.to)}\n`).join('')
}

/** The part of a field's width in which a word that begins there is seen whole. */
const SEEN = 0.7

/** Selects a part of a field and brings it into sight: a selection alone scrolls neither its field nor the page. */
function selectPlace(field: HTMLTextAreaElement, { from, to }: TextPlace): void {
  field.focus({ preventScroll: true })
  field.setSelectionRange(from, to)
  const lines = field.value.split('\n')
  const before = field.value.slice(0, from).split('\n')
  const longest = Math.max(1, ...lines.map((line) => line.length))
  // Its letters are all as wide as each other, and so are its lines high.
  const across = ((before.at(-1) ?? '').length / longest) * field.scrollWidth
  const down = ((before.length - 1) / lines.length) * field.scrollHeight
  // At the beginning of its row as long as it can be seen there.
  const left = across < field.clientWidth * SEEN ? 0 : across - field.clientWidth / 3
  field.scrollTo({ left, top: down - field.clientHeight / 3 })
  const { top, bottom } = field.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) field.scrollIntoView({ block: 'center' })
}

/** Key of the tab's storage, one for each owner. */
const keyOf = (owner: string) => `import-table:${owner}`

/** A table that was begun and not handed over yet, with the token under which it may have been sent already. */
type SavedTable = { text: string; name: string; token: string | null }

/** Keeps a table within its tab, under whose it is: a member at a connection. Null forgets it. */
function saveTable(owner: string, table: SavedTable | null): void {
  try {
    if (table === null) sessionStorage.removeItem(keyOf(owner))
    else sessionStorage.setItem(keyOf(owner), JSON.stringify({ owner, ...table }))
  } catch {
    // A browser may refuse its storage; then nothing is kept, and nothing else is wrong.
  }
}

/** The table that was kept, or null where it is somebody else's or nothing. */
function savedTable(owner: string): SavedTable | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(owner)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const { owner: whose, text, name, token } = kept as Readonly<Record<string, unknown>> // Only looked at.
    if (whose !== owner || typeof text !== 'string' || typeof name !== 'string' || text === '') return null
    return { text, name, token: typeof token === 'string' ? token : null }
  } catch {
    return null
  }
}
