import type { FastifyInstance } from 'fastify'
import { getSettlement } from '@/lib/service/settlements/get-settlement'
import { listSettlements } from '@/lib/service/settlements/list-settlements'
import { serve } from './endpoint'

/** Contract: settlements. */
export function settlementEndpoints(api: FastifyInstance): void {
  serve(api, 'listSettlements', ({ ctx, query }) => listSettlements(ctx, query))
  serve(api, 'getSettlement', ({ ctx, id }) => getSettlement(ctx, id))
}
