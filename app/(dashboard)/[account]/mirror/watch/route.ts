import { watchRecent } from '@/lib/dashboard/sync/watch-recent'
import { dataRoute } from '@/lib/dashboard/web/data-route'

/** An open page says so from time to time. */
export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('mirror.read', ({ member }) =>
  watchRecent(member.ctx),
)
