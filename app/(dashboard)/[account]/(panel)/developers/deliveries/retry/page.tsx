import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { RetryPlanScreen } from '@/components/developers/deliveries/retry'
import { deliveryFilterSchema } from '@/lib/dashboard/developers/filters'
import { readFilter } from '@/lib/dashboard/reads/list'
import { setOf } from '@/lib/own-account/reads'
import { planRetry } from '@/lib/service/panel/retry-runs'

export default memberPage('developers.write', async ({ account, search }) => {
  const { panel } = await developerPage(account)
  const filter = readFilter(deliveryFilterSchema, search)
  return <RetryPlanScreen plan={await planRetry(panel, setOf(panel, filter))} filter={filter} />
})
