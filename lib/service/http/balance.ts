import type { FastifyInstance } from 'fastify'
import { getBalance } from '@/lib/service/balance/get-balance'
import { serve } from './endpoint'

/** Contract: balance. */
export function balanceEndpoints(api: FastifyInstance): void {
  serve(api, 'getBalance', ({ ctx, account }) => getBalance(ctx, account))
}
