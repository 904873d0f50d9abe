import { refusals } from '@/lib/messages/refusals'

/** What people are told of a code that a worker wrote down: a host's, or one of the dashboard's own. */
export function problemSentence(code: string): string {
  const known: Readonly<Record<string, string>> = { ...refusals.own, ...refusals.host }
  return Object.hasOwn(known, code) ? (known[code] ?? refusals.hostFailed) : refusals.hostOther(code)
}
