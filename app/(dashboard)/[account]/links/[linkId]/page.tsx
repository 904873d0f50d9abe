import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { LinkScreen } from '@/components/links/detail'

export default objectPage('linkId', 'links/detail', LinkScreen, {
  also: (account, id) => [read(account, 'payments/list', { link: id })],
})
