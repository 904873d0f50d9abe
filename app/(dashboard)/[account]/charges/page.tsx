import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { CasesScreen } from '@/components/charges/list'
import { read } from '@/components/data/read'
import { PageHeader } from '@/components/page/page-header'
import { charges } from '@/lib/messages/charges'

export default async function CasesPage({ params }: { params: Promise<{ account: string }> }) {
  const { account } = await params
  return (
    <>
      <PageHeader title={charges.cases.title} lead={<p className="text-pretty">{charges.cases.lead}</p>} />
      {await withReads(await accountPage(account), [read(account, 'charges/list/open', {})], <CasesScreen />)}
    </>
  )
}
