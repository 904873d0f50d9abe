import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { BankMatchScreen } from '@/components/bank-match/bank-match-screen'
import { PageHeader } from '@/components/page/page-header'
import { bankMatch } from '@/lib/messages/bank-match'
import { statements } from '@/lib/messages/statements'

export default memberPage(null, () => (
  <>
    <PageHeader
      back={{ href: '/balance', label: statements.back }}
      title={bankMatch.title}
      lead={bankMatch.lead}
    />
    <BankMatchScreen />
  </>
))
