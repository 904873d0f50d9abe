import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { SettlementScreen } from '@/components/settlements/detail'

export default objectPage('settlementId', 'settlements/detail', SettlementScreen, {
  also: (account, id) => [read(account, 'payments/list', { settlement: id })],
})
