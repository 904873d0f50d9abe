import {
  IDEMPOTENT_REPLAY_HEADER,
  RATE_LIMIT_HEADER,
  RATE_REMAINING_HEADER,
  RATE_RESET_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from '@/lib/contract/headers'
import { RATE_LIMIT_BURST, RATE_LIMIT_PER_SECOND } from '@/lib/contract/limits'

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })
const count = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
})

/** Headers of responses, as components of the document. */
export const headerComponents = {
  [REQUEST_ID_HEADER]: {
    ...text(
      'Names this request. Quote it to support. A replayed error names the request that it first answered.',
      'req_019aa0d5e7f27b3c8d4e9f6a5b7c8d90',
    ),
    required: true,
  },
  [RATE_LIMIT_HEADER]: count(
    `How many requests the key may save up: ${RATE_LIMIT_BURST} unless set otherwise, refilled at ${RATE_LIMIT_PER_SECOND} a second.`,
    RATE_LIMIT_BURST,
  ),
  [RATE_REMAINING_HEADER]: count('How many requests are left now.', RATE_LIMIT_BURST - 1),
  [RATE_RESET_HEADER]: count('Seconds until the limit is full again.', 1),
  [RETRY_AFTER_HEADER]: { ...count('Seconds to wait before the next request.', 1), required: true },
  [IDEMPOTENT_REPLAY_HEADER]: {
    description: 'Sent when this answer was given before under the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string', const: 'Bearer' },
    required: true,
  },
}

type HeaderName = keyof typeof headerComponents

const LIMITS: readonly HeaderName[] = [RATE_LIMIT_HEADER, RATE_REMAINING_HEADER, RATE_RESET_HEADER]

/**
 * Returns the headers of a response with this status. The limits belong to a key: without a known key there are none.
 */
export function headersOf(status: number, { replayable = false } = {}): object {
  const names: HeaderName[] = [REQUEST_ID_HEADER]
  if (status === 401) names.push('WWW-Authenticate')
  else names.push(...LIMITS)
  if (status === 429) names.push(RETRY_AFTER_HEADER)
  if (replayable) names.push(IDEMPOTENT_REPLAY_HEADER)
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
