import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { KeysScreen } from '@/components/developers/keys/keys-screen'
import { isWithinScope, keyScopes } from '@/lib/contract/key-scopes'
import { keyScopeOf } from '@/lib/dashboard/schema/role-permissions'

type Props = { params: Promise<{ account: string }> }

export default async function KeysPage({ params }: Props) {
  const { account } = await params
  const member = await developerPage(account)
  const scopes = keyScopes.filter((scope) => isWithinScope(keyScopeOf(member.role), scope))
  return withReads(member, [read(account, 'api-keys/list', {})], <KeysScreen scopes={scopes} />)
}
