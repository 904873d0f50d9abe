import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { SettlementScreen } from '@/components/settlements/detail/settlement-screen'

export default objectPage('settlementId', 'settlements/detail', SettlementScreen, {
  also: (account, id) => [read(account, 'payments/list', { settlement: id })],
})
