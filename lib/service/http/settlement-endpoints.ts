import type { FastifyInstance } from 'fastify'
import { getSettlement } from '@/lib/service/settlements/get-settlement'
import { listSettlements } from '@/lib/service/settlements/list-settlements'
import { serve } from './endpoint'
import { PagedAnswer } from './paged-answer'

/** Registers the endpoints of the contract's settlements. */
export function settlementEndpoints(api: FastifyInstance): void {
  serve(api, 'listSettlements', ({ ctx, query }) => listSettlements(ctx, query))
  serve(api, 'getSettlement', async ({ ctx, id }) => {
    const { settlement, payments } = await getSettlement(ctx, id)
    return new PagedAnswer(settlement, 'payments', payments)
  })
}
