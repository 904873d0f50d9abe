import { dateFormat } from '@/lib/contract/formatters'
import { times } from '@/lib/messages/times'

/** Returns the address of a month's statement. */
export function statementHref(month: string): string {
  return `/balance/statements?month=${month}`
}

/** Returns `November 2026` of a month (`2026-11`). */
export function monthName(month: string): string {
  return dateFormat(times.dateLocale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00.000Z`),
  )
}
