import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('mirror.read', ({ member }) =>
  mirrorHealth(member.ctx),
)
