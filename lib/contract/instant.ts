import * as z from 'zod'
import { problem } from './text'

const isoInstant = z.iso.datetime({ offset: true })

const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** Returns the nearest instant in the years 1 to 9999, whose ISO form Postgres accepts. */
export function nearestInstant(instantMs: number): Date {
  return new Date(Math.min(Math.max(instantMs, EARLIEST_MS), LATEST_MS))
}

/** Returns the instant of an ISO 8601 date-time, rounded up to milliseconds; null for an invalid one. */
export function parseInstant(text: string): Date | null {
  const iso = text.toUpperCase().replace(/(?<=T\d\d:\d\d)(?=Z|[+-])/, ':00')
  if (!isoInstant.safeParse(iso).success) return null
  const instantMs = Date.parse(iso) + (/\.\d{3}\d*[1-9]/.test(iso) ? 1 : 0)
  return instantMs >= EARLIEST_MS && instantMs <= LATEST_MS ? new Date(instantMs) : null
}

/** A date-time sent by a client, parsed to a Date. Issue code: invalid_date_time. */
export const sentInstant = z
  .string()
  .transform((text, check) => {
    const instant = parseInstant(text.trim())
    if (instant) return instant
    check.addIssue(
      problem(
        'invalid_date_time',
        'Must be a real date and time with a zone offset, such as 2026-11-20T10:00:00Z.',
      ),
    )
    return z.NEVER
  })
  .meta({ format: 'date-time' })

/** A date-time in a resource: kept as the host's text, but guaranteed to be parseable by Date. */
export const wireInstant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .meta({ format: 'date-time' })
