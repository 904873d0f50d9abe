'use client'

import { Download } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { startLinkImportAction } from '@/app/(dashboard)/[account]/links/import/actions'
import { FailureBanner } from '@/components/data/failure'
import { useAct, useCan, useMember, useRead, useRenew } from '@/components/data/member'
import { useSavedDraft } from '@/components/data/saved-draft'
import { useActionForm } from '@/components/data/use-action-form'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { useGo } from '@/components/navigation/use-go'
import { PageHeader } from '@/components/page/page-header'
import { randomUuid } from '@/components/random/random-uuid'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { DateTime, RowTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { OpenFile } from '@/components/ui/open-file'
import { saveFile } from '@/components/ui/save-file'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import { isImportInProgress, type LinkImport } from '@/lib/dashboard/link-imports/shape'
import { decodeText } from '@/lib/domain/decode-text'
import { moneyText, toMajor } from '@/lib/domain/money'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'
import { DraftRestored } from './face'
import { RowsTable } from './import-screen'
import type { Mistake, ReadRow, ReadTable } from './read-table'

const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values'
/** Loaded with the first text: most visits look at earlier imports. */
const tableReader = lazyModule(() => import('./read-table').then((module) => module.readTable))

/** Next accepts 1 MB per request, and JSON is larger than CSV. */
const TEXT_MAX_KB = 400
const KB = 1024
const POLL_MS = 2_000
/** The token belongs to the text: one table that is sent again, also from a copy of the tab, is one import. Pasted rows have no name. */
const NO_TABLE = { text: '', name: '', token: '' }

export function LinkImportsScreen() {
  const t = useTexts()
  const mayCreate = useCan('links.create')
  const { data: imports = [] } = useRead(
    'link-imports/list',
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isImportInProgress) ? POLL_MS : false) },
  )
  return (
    <>
      <PageHeader
        back={{ href: '/links', label: t('links.title') }}
        title={t('link-imports.title')}
        lead={t('link-imports.lead')}
      />
      <div className="flex flex-col gap-6">
        {mayCreate ? (
          <LinkImportForm />
        ) : (
          <EmptyState kind="forbidden" title={t('common.forbiddenTitle')}>
            {t('common.forbiddenHint')}
          </EmptyState>
        )}
        {imports.length > 0 ? <LinkImportsList imports={imports} /> : null}
      </div>
    </>
  )
}

/** Renders the form of a link import. The table is read in the browser and shown with its mistakes before any link is created. */
function LinkImportForm() {
  const t = useTexts()
  const { owner } = useMember()
  const start = useAct(startLinkImportAction)
  const renew = useRenew('link-imports')
  const go = useGo()
  const saved = useSavedDraft(`import-table:${owner}`, NO_TABLE)
  const { text, name, token } = saved.draft
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const table = useTable(text)
  const rows = table?.rows ?? []
  const { props, failure, busy, clear } = useActionForm({
    fields: [],
    act: () =>
      start({
        form_token: token,
        name: name || t('link-imports.pasted'),
        rows: rows.map(({ body }) => body),
      }),
    onDone: ({ id }) => {
      saved.forget()
      void renew()
      go(`/links/import/${encodeURIComponent(id)}`, { whenBack: true })
    },
    noAnswer: { title: t('link-imports.unsure'), message: t('link-imports.unsureHint') },
  })
  useFirstFocus(props.ref)

  function take(next: string, from = '') {
    setFileProblem(null)
    clear()
    saved.startOver()
    if (next !== '') saved.change({ text: next, name: from, token: randomUuid() })
  }

  async function takeFile(file: File) {
    if (file.size > TEXT_MAX_KB * KB) return setFileProblem(tooLarge(t))
    const bytes = await file.arrayBuffer().catch(() => null)
    if (bytes) take(decodeText(bytes), file.name.slice(0, 120))
    else setFileProblem(t('link-imports.problems.file'))
  }

  const mistakes = table?.mistakes ?? []
  const problems = fileProblem ? [fileProblem] : (table?.problems ?? [])
  return (
    <form {...props} className="flex flex-col gap-5">
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <OpenFile label={t('link-imports.file')} accept={ACCEPTED} onFile={(file) => void takeFile(file)} />
          <Button
            Icon={Download}
            onClick={() =>
              saveFile(
                new Blob([t('link-imports.template.text')], { type: 'text/csv' }),
                t('link-imports.template.file'),
              )
            }
          >
            {t('link-imports.template.download')}
          </Button>
          <p className="wrap-anywhere text-pretty text-muted text-sm">
            {name === '' ? t('link-imports.fileHint') : <bdi>{t('link-imports.fileRead', { name })}</bdi>}
          </p>
        </div>
        <Field label={t('link-imports.paste')} hint={t('link-imports.pasteHint')}>
          <Textarea
            ref={field}
            name="rows"
            readOnly={busy}
            rows={5}
            spellCheck={false}
            value={text}
            placeholder={t('link-imports.template.sample')}
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
      <FailureBanner title={t('link-imports.failed')} failure={failure} />
      {mistakes.length > 0 ? (
        <Mistakes mistakes={mistakes} />
      ) : rows.length > 0 ? (
        <LinkImportPreview rows={rows} isBusy={busy} />
      ) : null}
    </form>
  )
}

/** Returns what a text says as a table; null without a text, and until the reader has loaded. */
function useTable(text: string): ReadTable | null {
  const t = useTexts()
  const { currency } = useMember().account
  const { locale, timeZone, now } = useLocale()
  const readTable = useLazyModule(tableReader)
  useEffect(() => {
    if (text !== '') void tableReader.loadOrNull()
  }, [text])
  return useMemo(() => {
    if (text.trim() === '') return null
    if (new Blob([text]).size > TEXT_MAX_KB * KB) return { problems: [tooLarge(t)], mistakes: [], rows: [] }
    return readTable?.(text, { t, currency, locale, timeZone, now }) ?? null
  }, [readTable, text, t, currency, locale, timeZone, now])
}

function tooLarge(t: Translate): string {
  return t('link-imports.problems.tooLarge', { kilobytes: TEXT_MAX_KB })
}

function Mistakes({ mistakes }: { mistakes: readonly Mistake[] }) {
  const t = useTexts()
  return (
    <Review
      title={t('link-imports.mistakes', { count: mistakes.length })}
      hint={t('link-imports.mistakesHint')}
      isWrong
      heads={[t('link-imports.column'), t('link-imports.cell'), t('link-imports.correction')]}
      rows={mistakes.map(({ row, column, cell, problem }) => ({
        key: `${row} ${column} ${problem}`,
        row,
        name: column || t('link-imports.none'),
        value: cell || t('link-imports.none'),
        note: <span className="text-danger">{problem}</span>,
      }))}
    />
  )
}

/** Renders the rows as they will become links, with every amount as it was understood. */
function LinkImportPreview({ rows, isBusy }: { rows: readonly ReadRow[]; isBusy: boolean }) {
  const t = useTexts()
  const { currency } = useMember().account
  const { locale } = useLocale()
  const count = rows.length
  const minor = rows.reduce((total, row) => total + row.minor, 0)
  return (
    <Review
      title={t('link-imports.ready', { count })}
      hint={t('link-imports.total', { amount: moneyText(toMajor(minor, currency), currency, locale) })}
      action={
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={t('link-imports.starting')}>
          {t('link-imports.start', { count })}
        </Button>
      }
      heads={[t('link-imports.name'), t('link-imports.amount'), t('link-imports.terms')]}
      rows={rows.map(({ row, body: { title, amount, max_uses = 1, expires_at } }) => ({
        key: String(row),
        row,
        name: title,
        value: <Amount amount={amount} currency={currency} />,
        note: (
          <>
            {max_uses === null
              ? t('link-imports.usesUnlimited')
              : t('link-imports.uses', { count: max_uses })}
            {', '}
            {t(expires_at ? 'link-imports.expires' : 'link-imports.never')}{' '}
            {expires_at ? <DateTime iso={expires_at} variant="row" /> : null}
          </>
        ),
      }))}
    />
  )
}

type ReviewProps = Omit<ComponentProps<typeof RowsTable>, 'label'> & {
  title: string
  hint: string
  isWrong?: boolean
  action?: ReactNode
}

function Review({ title, hint, isWrong = false, action, ...table }: ReviewProps) {
  const t = useTexts()
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div role="status">
          <p className={cn('font-semibold text-lg', isWrong && 'text-danger')}>{title}</p>
          <p className="text-muted text-sm">{hint}</p>
        </div>
        {action}
      </div>
      <RowsTable label={t('link-imports.title')} {...table} />
    </section>
  )
}

function LinkImportsList({ imports }: { imports: readonly LinkImport[] }) {
  const t = useTexts()
  return (
    <Card title={t('link-imports.recent')}>
      <ul className="flex flex-col">
        {imports.map(({ id, name, state, total, done, failed, created_at }) => {
          const href = `/links/import/${encodeURIComponent(id)}`
          return (
            <li
              key={id}
              className="relative flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2 hover:bg-hover"
            >
              <PageLink
                href={href}
                dir="auto"
                className="hit wrap-anywhere grow basis-48 font-medium after:absolute after:inset-0 after:content-['']"
              >
                {name}
              </PageLink>
              <span className="text-sm">{t(`link-imports.progress.state.${state}`)}</span>
              <span className="tnum text-muted text-sm">
                {t('link-imports.progress.bar', { done: done + failed, total })}
              </span>
              <span className="text-muted text-sm">
                <RowTime iso={created_at} href={href} />
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
