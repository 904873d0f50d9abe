import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { EventScreen } from '@/components/developers/events/detail'

export default objectPage('eventId', 'events/detail', EventScreen, { find: developerPage })
