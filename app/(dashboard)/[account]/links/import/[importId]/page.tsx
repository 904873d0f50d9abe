import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { LinkImportScreen } from '@/components/links/import-screen'

export default objectPage('importId', 'link-imports/detail', LinkImportScreen)
