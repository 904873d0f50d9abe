import { getBatch } from '@/lib/dashboard/link-batches/get-batch'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ batchId: string }>(
  'links.read',
  ({ member, params }) => getBatch(member.ctx, params.batchId),
)
