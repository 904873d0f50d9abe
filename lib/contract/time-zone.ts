import { dateFormat } from './formatters'

/** A name of the IANA database. An offset such as `+05:00` is none, and means the opposite to Postgres. */
const NAME = /^[A-Za-z][\w/+-]*$/

/** Returns the IANA time zone of this name, or `UTC` for a name that is not known. */
export function knownTimeZone(name: string): string {
  if (!NAME.test(name)) return 'UTC'
  try {
    dateFormat('en', { timeZone: name })
    return name
  } catch {
    return 'UTC'
  }
}
