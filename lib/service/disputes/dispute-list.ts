import type { Dispute, ListDisputes } from '@/lib/contract/dispute'
import type { List } from '@/lib/contract/list'
import type { ServiceContext } from '@/lib/service/context'
import { keysetList, listOf, rowOf } from '@/lib/service/lists/keyset-query'
import { type DisputeRow, disputeColumns, renderDispute } from '@/lib/service/payments/dispute-row'

const list = keysetList('dispute', 'd', disputeColumns)

/** Returns a page of the account's disputes, newest first. */
export function listDisputes(
  ctx: ServiceContext,
  { status, payment_id, ...page }: ListDisputes,
): Promise<List<Dispute>> {
  return listOf(ctx, list, { ...page, equals: { status, payment_id } }, renderDispute)
}

/** Returns one dispute. Throws `resource_not_found`, also for another account's dispute. */
export async function getDispute(ctx: ServiceContext, disputeId: string): Promise<Dispute> {
  return renderDispute(await rowOf<DisputeRow>(ctx, list, disputeId))
}
