'use client'

import { Download, FileSpreadsheet, FileText, FolderDown, Printer } from 'lucide-react'
import { useState } from 'react'
import { startExportAction } from '@/app/(dashboard)/[account]/exports/actions'
import { failureToast } from '@/components/data/failure'
import { useCan } from '@/components/data/member'
import { useAct } from '@/components/data/read'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { useGo } from '@/components/navigation/use-go'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { type ExportRequest, PDF_ROWS_MAX, XLSX_ROWS_MAX } from '@/lib/dashboard/schema/export'
import { numberFormat } from '@/lib/domain/formatters'
import { exports } from '@/lib/messages/exports'

const copy = exports.start
const iconClasses = 'size-4 text-muted'

/** Returns a function that starts a file and reports it with a link to the list of files. The server starts the same file once. */
function useStartExport() {
  const start = useAct(startExportAction)
  const toast = useToast()
  const go = useGo()
  const [busy, setBusy] = useState(false)
  async function begin(request: ExportRequest) {
    setBusy(true)
    const result = await start(request)
    setBusy(false)
    const action = { label: copy.open, onSelect: () => void go('/exports') }
    const outcome = result?.ok
      ? { message: copy.started, action }
      : failureToast(result, { what: copy.failed })
    toast({ about: `export:${request.kind}`, ...outcome })
  }
  return { begin, busy }
}

type MenuProps = {
  label: string
  csvHref: string
  /** Rows of the filtered list; null if they are not counted. */
  count: number | null
  request: ExportRequest
  className?: string
}

/** Renders the menu that exports the rows of a filtered list: CSV at once, or a spreadsheet that the worker prepares. */
export function ExportMenu({ label, csvHref, count, request, className }: MenuProps) {
  const { locale } = useLocale()
  const { begin, busy } = useStartExport()
  const isTooMany = count !== null && count > XLSX_ROWS_MAX
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="quiet"
          busy={busy}
          icon={<Download aria-hidden className="size-4" />}
          title={label}
          className={className}
        >
          <span className="max-sm:sr-only">{label}</span>
        </Button>
      }
    >
      <MenuItem asChild>
        <a href={csvHref} download>
          <FileText aria-hidden className={iconClasses} />
          {copy.csv}
        </a>
      </MenuItem>
      <MenuItem
        disabled={isTooMany}
        icon={<FileSpreadsheet aria-hidden className={iconClasses} />}
        onSelect={() => void begin(request)}
      >
        {isTooMany ? copy.tooMany(numberFormat(locale).format(XLSX_ROWS_MAX)) : copy.excel}
      </MenuItem>
      <MenuSeparator />
      <MenuItem asChild>
        <PageLink href="/exports">
          <FolderDown aria-hidden className={iconClasses} />
          {copy.open}
        </PageLink>
      </MenuItem>
    </Menu>
  )
}

type DownloadProps = {
  request: ExportRequest
  /** Lines of the document; above the limit there is only the CSV. */
  lines: number
  csvHref: string
}

/** Renders the menu of a settlement or a statement: its CSV, its PDF, which the worker prepares, and the printer. */
export function DownloadMenu({ request, lines, csvHref }: DownloadProps) {
  const { locale } = useLocale()
  const mayExport = useCan('settlements.export')
  const { begin, busy } = useStartExport()
  const isTooMany = lines > PDF_ROWS_MAX
  if (!mayExport)
    return (
      <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
        {copy.print}
      </Button>
    )
  return (
    <Menu
      trigger={
        <Button busy={busy} icon={<Download aria-hidden className="size-4" />}>
          {copy.download}
        </Button>
      }
    >
      <MenuItem asChild>
        <a href={csvHref} download>
          <FileSpreadsheet aria-hidden className={iconClasses} />
          {copy.csvFile}
        </a>
      </MenuItem>
      <MenuItem
        disabled={isTooMany}
        icon={<FileText aria-hidden className={iconClasses} />}
        onSelect={() => void begin(request)}
      >
        {isTooMany ? copy.tooManyLines(numberFormat(locale).format(PDF_ROWS_MAX)) : copy.pdf}
      </MenuItem>
      <MenuItem
        icon={<Printer aria-hidden className={iconClasses} />}
        onSelect={() => setTimeout(window.print)}
      >
        {copy.print}
      </MenuItem>
    </Menu>
  )
}
