import { readRawObjects } from '@/lib/dashboard/sync/read-quarantine'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('developers.read', ({ member: { ctx, role } }) =>
  readRawObjects(ctx, role),
)
