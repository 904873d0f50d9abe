import type { FastifyInstance } from 'fastify'
import { getBalance } from '@/lib/service/balance/get-balance'
import { serve } from './endpoint'

/** Registers the endpoint of the contract's balance. */
export function balanceEndpoints(api: FastifyInstance): void {
  serve(api, 'getBalance', ({ ctx, account }) => getBalance(ctx, account))
}
