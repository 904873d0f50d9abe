import type { FastifyInstance } from 'fastify'
import { endpoints } from '@/lib/contract/endpoints'
import { ApiError, errorBodySchema } from '@/lib/contract/errors'
import { IDEMPOTENT_REPLAY_HEADER } from '@/lib/contract/headers'
import { type ChargeAnswer, chargeCustomer } from '@/lib/service/charges/charge-customer'
import { answerText } from './answer'
import type { ApiOptions } from './api-options'
import { jsonBody } from './body'
import { callerOf } from './call'

/**
 * Registers the endpoint of the contract's charges. Does not use `serve`: bytes, status and headers of the response are
 * those stored under the key.
 */
export function chargeEndpoints(api: FastifyInstance, options: ApiOptions): void {
  const { processor, keyring, leaseMs } = options
  const { method, path } = endpoints.createCharge
  api.route<{ Params: { id: string } }>({
    method,
    url: path.replace('{id}', ':id'),
    handler: async (request, reply) => {
      const { ctx, account } = callerOf(request)
      if (request.trace) request.trace.route = path
      const body = jsonBody(request)
      if (!body) throw new ApiError('invalid_json')
      const key = request.headers['idempotency-key']
      const answer = await chargeCustomer(
        { ctx, processor, keyring, leaseMs },
        {
          customerId: request.params.id,
          body: body.value,
          amountLiteral: body.literals.get('amount'),
          idempotencyKey: Array.isArray(key) ? key.join(', ') : key,
          requestId: request.id,
          accountName: account.name,
          currency: account.currency,
        },
      )
      if (request.trace) request.trace.answer = answer.body
      return answerText(reply, answer.status, answer.body, {
        requestId: requestIdOf(answer, request.id),
        headers: answer.replayed ? { [IDEMPOTENT_REPLAY_HEADER]: 'true' } : {},
      })
    },
  })
}

/**
 * Returns the request id of the response's header: a replayed error contains that of its first request, and the header
 * must match it.
 */
function requestIdOf({ replayed, status, body }: ChargeAnswer, requestId: string): string {
  if (!replayed || status < 400) return requestId
  const storedId = errorBodySchema.safeParse(JSON.parse(body)).data?.error.details.request_id
  return typeof storedId === 'string' ? storedId : requestId
}
