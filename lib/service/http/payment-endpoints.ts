import type { FastifyInstance } from 'fastify'
import { getPayment } from '@/lib/service/payments/get-payment'
import { listPayments } from '@/lib/service/payments/list-payments'
import { serve } from './endpoint'

/** Registers the endpoints of the contract's payments. */
export function paymentEndpoints(api: FastifyInstance): void {
  serve(api, 'listPayments', ({ ctx, query }) => listPayments(ctx, query))
  serve(api, 'getPayment', ({ ctx, id }) => getPayment(ctx, id))
}
