import { watchRecent } from '@/lib/dashboard/sync/poll-watched'
import { dataRoute } from '@/lib/dashboard/web/data-route'

/** Periodic signal of an open page. */
export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('mirror.read', ({ member }) =>
  watchRecent(member.ctx),
)
