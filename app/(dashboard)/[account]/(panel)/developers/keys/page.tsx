import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { keysQuery } from '@/components/developers/keys/keys-query'
import { KeysScreen } from '@/components/developers/keys/keys-screen'
import { isWithinScope, keyScopes } from '@/lib/contract/key-scopes'
import { keyScopeOf } from '@/lib/dashboard/schema/role-permissions'
import { listKeys } from '@/lib/service/panel/keys'
import { createKeyAction, revokeKeyAction, rollKeyAction } from './actions'

type Props = { params: Promise<{ account: string }> }

export default async function KeysPage({ params }: Props) {
  const { account } = await params
  const { panel, role, writes } = await developerPage(account)
  const client = new QueryClient()
  await client.prefetchQuery({
    ...keysQuery(account),
    queryFn: async () => ({ data: await listKeys(panel) }),
  })
  const acts = {
    create: createKeyAction.bind(null, account),
    roll: rollKeyAction.bind(null, account),
    revoke: revokeKeyAction.bind(null, account),
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <KeysScreen
        acts={writes ? acts : null}
        scopes={keyScopes.filter((scope) => isWithinScope(keyScopeOf(role), scope))}
      />
    </HydrationBoundary>
  )
}
