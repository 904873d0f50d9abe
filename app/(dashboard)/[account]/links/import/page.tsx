import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { LinkImportsScreen } from '@/components/links/import-form'

type Props = { params: Promise<{ account: string }> }

export default async function ImportPage({ params }: Props) {
  const { account } = await params
  return withReads(
    await accountPage(account),
    [read(account, 'link-imports/list', {})],
    <LinkImportsScreen />,
  )
}
