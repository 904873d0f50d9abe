import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { BankMatchScreen } from '@/components/bank-match/bank-match-screen'
import { PageHeader } from '@/components/page/page-header'
import { bankMatch } from '@/lib/messages/bank-match'
import { statements } from '@/lib/messages/statements'

type Props = { params: Promise<{ account: string }> }

export default async function BankMatchPage({ params }: Props) {
  await accountPage((await params).account)
  return (
    <>
      <PageHeader
        back={{ href: '/balance', label: statements.back }}
        title={bankMatch.title}
        lead={bankMatch.lead}
      />
      <BankMatchScreen />
    </>
  )
}
