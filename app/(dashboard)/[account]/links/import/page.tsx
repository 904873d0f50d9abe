import { readPage } from '@/app/(dashboard)/[account]/pages'
import { LinkImportsScreen } from '@/components/links/import-form'

export default readPage('link-imports/list', null, <LinkImportsScreen />)
