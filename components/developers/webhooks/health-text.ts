import { answerText } from '@/components/developers/deliveries/delivery-text'
import type { ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { numberFormat } from '@/lib/domain/formatters'

/** Returns the success rate in percent, rounded down, so that 100 % means no failure; null without attempts. */
export function successRate({ attempts, succeeded }: ShownEndpoint['health'], locale: string): string | null {
  if (attempts === 0) return null
  const share = Math.floor((succeeded / attempts) * 1_000) / 1_000
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share)
}

/** Returns the reason of an endpoint's last failure: the status of the response, or the cause. */
export function failureText({ errorClass, answerStatus }: LastFailure): string {
  return answerText({ status: 'FAILED', last_answer_status: answerStatus, last_error_class: errorClass })
}

type LastFailure = NonNullable<ShownEndpoint['health']['lastFailure']>
