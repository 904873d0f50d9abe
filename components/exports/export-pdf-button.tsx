'use client'

import { Download, FileText } from 'lucide-react'
import { useLocale } from '@/components/locale/locale-provider'
import { Button } from '@/components/ui/button'
import { type ExportRequest, PDF_ROWS_MAX } from '@/lib/dashboard/schema/export'
import { numberFormat } from '@/lib/domain/formatters'
import { exports } from '@/lib/messages/exports'
import { StartedExport } from './started-export'
import { type StartExport, useStartExport } from './use-start-export'

const copy = exports.start

type Props = {
  request: ExportRequest
  start: StartExport
  /** Lines of the document. Above the limit the button offers the CSV instead. */
  lines: number
  csvHref: string
}

/** Renders the button that starts a PDF, which the worker prepares. */
export function ExportPdfButton({ request, start, lines, csvHref }: Props) {
  const { locale } = useLocale()
  const { begin, busy, jobOf } = useStartExport(start)
  if (lines > PDF_ROWS_MAX) {
    return (
      <Button asChild icon={<Download aria-hidden className="size-4" />}>
        <a href={csvHref} download title={copy.tooManyLines(numberFormat(locale).format(PDF_ROWS_MAX))}>
          {copy.csvInstead}
        </a>
      </Button>
    )
  }
  return (
    <>
      <Button
        busy={busy}
        icon={<FileText aria-hidden className="size-4" />}
        onClick={() => void begin(request)}
      >
        {copy.pdf}
      </Button>
      <StartedExport job={jobOf(request)} />
    </>
  )
}
