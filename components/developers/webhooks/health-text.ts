import type { ShownEndpoint } from '@/lib/dashboard/schema/developers/webhooks'
import { numberFormat } from '@/lib/domain/formatters'
import { webhooks as copy } from '@/lib/messages/developer-webhooks'

/** Returns the success rate in percent, rounded down, so that only a perfect one reads 100%; null = no attempts. */
export function successRate({ attempts, succeeded }: ShownEndpoint['health'], locale: string): string | null {
  if (attempts === 0) return null
  const share = Math.floor((succeeded / attempts) * 1_000) / 1_000
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share)
}

/** Returns the reason of a failed attempt: the answer's status, or the class of the error. */
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
