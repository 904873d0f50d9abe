import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { listPage } from '@/app/(dashboard)/[account]/pages'
import { DeliveriesScreen } from '@/components/developers/deliveries/list'
import { DevelopersHeader } from '@/components/developers/developers-header'
import { PageLink } from '@/components/navigation/page-link'
import { Button } from '@/components/ui/button'
import { deliveryFilterSchema } from '@/lib/dashboard/schema/developers'
import { doctor } from '@/lib/messages/developer-deliveries'

export default listPage({
  find: developerPage,
  name: 'deliveries/list',
  schema: deliveryFilterSchema,
  header: (
    <DevelopersHeader
      current="deliveries"
      action={
        <Button asChild>
          <PageLink href="/developers/deliveries/doctor">{doctor.title}</PageLink>
        </Button>
      }
    />
  ),
  Screen: DeliveriesScreen,
})
