import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { guardedPage } from '@/app/(dashboard)/[account]/pages'
import { RetryPlanScreen } from '@/components/developers/deliveries/retry'
import { deliveryFilterSchema } from '@/lib/dashboard/schema/developers'
import { readFilter } from '@/lib/dashboard/schema/list'
import { setOf } from '@/lib/own-account/reads'
import { planRetry } from '@/lib/service/panel/retry-runs'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default guardedPage('developers.write', async function RetryPlanPage({ params, searchParams }: Props) {
  const { account } = await params
  const { panel } = await developerPage(account)
  const filter = readFilter(deliveryFilterSchema, await searchParams)
  return <RetryPlanScreen plan={await planRetry(panel, setOf(panel, filter))} filter={filter} />
})
