import { requirePanel } from '@/app/(dashboard)/[account]/(panel)/developers/panel-of'
import { readRequests } from '@/app/(dashboard)/[account]/(panel)/developers/requests/read-requests'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { requestFilterSchema } from '@/lib/dashboard/schema/developers/requests'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('developers.read', async ({ member, query }) =>
  readRequests(await requirePanel(member), readQuery(requestFilterSchema, query)),
)
