import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { DeliveryScreen } from '@/components/developers/deliveries/detail'

export default objectPage('deliveryId', 'deliveries/detail', DeliveryScreen, { find: developerPage })
