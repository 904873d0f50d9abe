import { notFound } from 'next/navigation'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { RetryPlanScreen } from '@/components/developers/deliveries/retry-screens'
import { queryString } from '@/components/navigation/query-string'
import { deliveryFilterSchema } from '@/lib/dashboard/schema/developers/deliveries'
import { readFilter } from '@/lib/dashboard/schema/list'
import { setOf } from '@/lib/own-account/deliveries'
import { planRetry } from '@/lib/service/panel/retry-runs'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function RetryPlanPage({ params, searchParams }: Props) {
  const { account } = await params
  const { panel, writes } = await developerPage(account)
  if (!writes) notFound()
  const filter = readFilter(deliveryFilterSchema, await searchParams)
  return (
    <RetryPlanScreen
      plan={await planRetry(panel, setOf(panel, filter))}
      sendsDelivered={filter.status === 'SUCCEEDED'}
      listHref={`/developers/deliveries${queryString(filter)}`}
      filter={filter}
    />
  )
}
