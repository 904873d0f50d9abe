import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { BankMatchScreen } from '@/components/bank-match/bank-match-screen'
import { PageHeader } from '@/components/page/page-header'

export default memberPage(null, ({ t }) => (
  <>
    <PageHeader
      back={{ href: '/balance', label: t('shell.balance') }}
      title={t('bank-match.title')}
      lead={t('bank-match.lead')}
    />
    <BankMatchScreen />
  </>
))
