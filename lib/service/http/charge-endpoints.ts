import type { FastifyInstance } from 'fastify'
import { chargeCustomer } from '@/lib/service/charges/charge-customer'
import type { ApiOptions } from './api-options'
import { serve } from './endpoint'

/** Registers the endpoint of the contract's charges. */
export function chargeEndpoints(api: FastifyInstance, options: ApiOptions): void {
  const { processor, keyring, leaseMs } = options
  serve(api, 'createCharge', ({ ctx, account, id, body, sent, idempotencyKey, requestId }) =>
    chargeCustomer(
      { ctx, processor, keyring, leaseMs },
      {
        customerId: id,
        body,
        amountLiteral: sent.literals.get('amount'),
        idempotencyKey,
        requestId,
        accountName: account.name,
        currency: account.currency,
      },
    ),
  )
}
