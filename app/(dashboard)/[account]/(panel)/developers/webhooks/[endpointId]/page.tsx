import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { EndpointScreen } from '@/components/developers/webhooks/detail'

export default objectPage('endpointId', 'endpoints/detail', EndpointScreen, { find: developerPage })
