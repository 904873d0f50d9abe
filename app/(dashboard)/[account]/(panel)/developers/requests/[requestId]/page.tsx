import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { RequestScreen } from '@/components/developers/requests/detail'

export default objectPage('requestId', 'requests/detail', RequestScreen, { find: developerPage })
