import { dateFormat } from './formatters'

/** Format of an IANA name. An offset such as `+05:00` is not a name, and has the opposite meaning in Postgres. */
const NAME = /^[A-Za-z][\w/+-]*$/

/** Returns the IANA time zone of this name, or `UTC` for an unknown name. */
export function knownTimeZone(name: string): string {
  if (!NAME.test(name)) return 'UTC'
  try {
    dateFormat('en', { timeZone: name })
    return name
  } catch {
    return 'UTC'
  }
}
