import { refusals } from '@/lib/messages/refusals'

/** Returns the message for an error code that a worker stored: the host's or the dashboard's own. */
export function problemSentence(code: string): string {
  const known: Readonly<Record<string, string>> = { ...refusals.own, ...refusals.host }
  return Object.hasOwn(known, code) ? (known[code] ?? refusals.hostFailed) : refusals.hostOther(code)
}
