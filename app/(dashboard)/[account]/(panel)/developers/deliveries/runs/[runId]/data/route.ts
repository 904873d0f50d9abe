import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { Refusal } from '@/lib/dashboard/refusal'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { getRetryRun } from '@/lib/service/panel/retry-runs'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute<{ runId: string }>(
  'developers.read',
  async ({ member, params }) => {
    const run = await getRetryRun(await requirePanel(member), params.runId)
    if (!run) throw new Refusal('resource_not_found')
    return run
  },
)
