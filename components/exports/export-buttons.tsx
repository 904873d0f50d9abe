import { Download, FileSpreadsheet, FileText, FolderDown, type LucideIcon, Printer } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { startExportAction } from '@/app/(dashboard)/[account]/exports/actions'
import { failureToast } from '@/components/data/failure'
import { useAct, useCan } from '@/components/data/member'
import { MenuLink } from '@/components/navigation/menu-link'
import { queryString } from '@/components/navigation/query-string'
import { useAccount, useGo } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { accountPath } from '@/lib/dashboard/account-address'
import { type ExportRequest, PDF_ROWS_MAX, XLSX_ROWS_MAX } from '@/lib/dashboard/exports/shape'

type MenuProps = {
  trigger: ReactElement
  csvHref: string
  /** Label of the CSV, and of the file that the worker prepares; `isTooMany`: it has too many rows for one. */
  csv: { label: string; Icon: LucideIcon }
  file: { label: string; Icon: LucideIcon; isTooMany: boolean }
  request: ExportRequest
  children: ReactNode
}

function FileMenu({ trigger, csvHref, csv, file, request, children }: MenuProps) {
  const t = useTexts()
  const start = useAct(startExportAction)
  const toast = useToast()
  const go = useGo()
  // The server starts the same file once.
  async function begin() {
    const result = await start(request)
    const action = { label: t('exports.start.open'), onSelect: () => void go('/exports') }
    const outcome = result?.ok
      ? { message: t('exports.start.started'), action }
      : failureToast(result, { what: t('exports.start.failed') })
    toast({ about: `export:${request.kind}`, ...outcome })
  }
  return (
    <Menu trigger={trigger}>
      <MenuItem asChild>
        <a href={csvHref} download>
          <csv.Icon aria-hidden className="size-4 text-muted" />
          {csv.label}
        </a>
      </MenuItem>
      <MenuItem disabled={file.isTooMany} Icon={file.Icon} onSelect={() => void begin()}>
        {file.label}
      </MenuItem>
      {children}
    </Menu>
  )
}

type ExportProps = {
  label: string
  csvHref: string
  /** Rows of the filtered list; null if they are not counted. */
  count: number | null
  request: ExportRequest
  className?: string
}

/** Renders the menu that exports the rows of a filtered list: CSV at once, or a spreadsheet that the worker prepares. */
export function ExportMenu({ label, csvHref, count, request, className }: ExportProps) {
  const t = useTexts()
  const isTooMany = count !== null && count > XLSX_ROWS_MAX
  const excel = isTooMany ? t('exports.start.tooMany', { most: XLSX_ROWS_MAX }) : t('exports.start.excel')
  return (
    <FileMenu
      trigger={
        <Button size="sm" variant="quiet" Icon={Download} title={label} className={className}>
          <span className="max-sm:sr-only">{label}</span>
        </Button>
      }
      csvHref={csvHref}
      csv={{ label: t('exports.start.csv'), Icon: FileText }}
      file={{ label: excel, Icon: FileSpreadsheet, isTooMany }}
      request={request}
    >
      <MenuSeparator />
      <MenuLink href="/exports" Icon={FolderDown}>
        {t('exports.start.open')}
      </MenuLink>
    </FileMenu>
  )
}

type DownloadProps = {
  request: ExportRequest
  /** Lines of the document; above the limit there is only the CSV. */
  lines: number
}

/** Renders the menu of a settlement or a statement: its CSV, its PDF, which the worker prepares, and the printer. */
export function DownloadMenu({ request, lines }: DownloadProps) {
  const t = useTexts()
  const account = useAccount()
  const isTooMany = lines > PDF_ROWS_MAX
  if (!useCan('settlements.export'))
    return (
      <Button Icon={Printer} onClick={() => window.print()}>
        {t('exports.start.print')}
      </Button>
    )
  const pdf = isTooMany ? t('exports.start.tooManyLines', { most: PDF_ROWS_MAX }) : t('exports.start.pdf')
  return (
    <FileMenu
      trigger={<Button Icon={Download}>{t('exports.start.download')}</Button>}
      csvHref={accountPath(account, `/exports/${request.kind}/export${queryString(request.input)}`)}
      csv={{ label: t('exports.start.csvFile'), Icon: FileSpreadsheet }}
      file={{ label: pdf, Icon: FileText, isTooMany }}
      request={request}
    >
      <MenuItem Icon={Printer} onSelect={() => setTimeout(window.print)}>
        {t('exports.start.print')}
      </MenuItem>
    </FileMenu>
  )
}
