import type { ShownEndpoint } from '@/lib/dashboard/schema/developers/webhooks'
import { numberFormat } from '@/lib/domain/formatters'
import { webhooks as copy } from '@/lib/messages/developer-webhooks'

/** Returns the success rate in percent, rounded down, so that 100 % means no failure; null without attempts. */
export function successRate({ attempts, succeeded }: ShownEndpoint['health'], locale: string): string | null {
  if (attempts === 0) return null
  const share = Math.floor((succeeded / attempts) * 1_000) / 1_000
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share)
}

/** Returns the reason of a failed attempt: the status of the response, or the class of the error. */
export function failureText({
  errorClass,
  answerStatus,
}: {
  errorClass: string
  answerStatus: number | null
}): string {
  if (answerStatus !== null && errorClass.startsWith('http_')) return copy.answered(answerStatus)
  const known: Readonly<Record<string, string>> = copy.errorClasses
  return known[errorClass] ?? errorClass
}
