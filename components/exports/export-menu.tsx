'use client'

import { Download, FileSpreadsheet, FileText, FolderDown } from 'lucide-react'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { type ExportRequest, XLSX_ROWS_MAX } from '@/lib/dashboard/schema/export'
import { numberFormat } from '@/lib/domain/formatters'
import { exports } from '@/lib/messages/exports'
import { StartedExport } from './started-export'
import { type StartExport, useStartExport } from './use-start-export'

const copy = exports.start
const iconClasses = 'size-4 text-muted'

type Props = {
  label: string
  csvHref: string
  /** Rows of the filtered list; null if they are not counted. */
  count: number | null
  request: ExportRequest
  start: StartExport
  className?: string
}

/** Renders the menu that exports the rows of a filtered list: CSV at once, or a spreadsheet that the worker prepares. */
export function ExportMenu({ label, csvHref, count, request, start, className }: Props) {
  const { locale } = useLocale()
  const { begin, busy, jobOf } = useStartExport(start)
  const isTooMany = count !== null && count > XLSX_ROWS_MAX
  return (
    <>
      <StartedExport isNarrow job={jobOf(request)} />
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
    </>
  )
}
