import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { listPage } from '@/app/(dashboard)/[account]/pages'
import { DeliveriesScreen } from '@/components/developers/deliveries/list'
import { DevelopersHeader } from '@/components/developers/developers-header'
import { ButtonLink } from '@/components/navigation/link-looks'
import { deliveryFilterSchema } from '@/lib/dashboard/developers/filters'

export default listPage({
  find: developerPage,
  name: 'deliveries/list',
  schema: deliveryFilterSchema,
  header: (t) => (
    <DevelopersHeader
      current="deliveries"
      action={
        <ButtonLink href="/developers/deliveries/doctor">{t('developer-deliveries.doctor.title')}</ButtonLink>
      }
    />
  ),
  Screen: DeliveriesScreen,
})
