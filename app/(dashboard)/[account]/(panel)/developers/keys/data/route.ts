import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import type { KeyList } from '@/lib/contract/panel/keys'
import { dataRoute } from '@/lib/dashboard/web/data-route'
import { listKeys } from '@/lib/service/panel/keys'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute(
  'developers.read',
  async ({ member }): Promise<KeyList> => ({ data: await listKeys(await requirePanel(member)) }),
)
