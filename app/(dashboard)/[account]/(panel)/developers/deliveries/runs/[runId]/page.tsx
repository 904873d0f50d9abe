import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { RetryRunScreen } from '@/components/developers/deliveries/retry'

export default objectPage('runId', 'retry-runs/detail', RetryRunScreen, { find: developerPage })
