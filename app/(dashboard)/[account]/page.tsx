import { Plus } from 'lucide-react'
import {
  lacksBankAccount,
  pendingChangeOf,
} from '@/app/(dashboard)/[account]/(panel)/payouts/pending-change-of'
import { read } from '@/components/data/read'
import { HomeScreen } from '@/components/home/home-screen'
import { PageLink } from '@/components/navigation/page-link'
import { PageHeader } from '@/components/page/page-header'
import { Button } from '@/components/ui/button'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { home } from '@/lib/messages/home'
import { links } from '@/lib/messages/links'
import { memberPage, withReads } from './pages'

export default memberPage(null, async ({ member, account }) => {
  const { user, role } = member
  const [pendingChange, lacksAccount] = await Promise.all([pendingChangeOf(member), lacksBankAccount(member)])
  const mayCreate = can(role, 'links.create')
  return (
    <>
      <PageHeader
        tab={home.title}
        title={user.name ? home.greeting(user.name) : home.title}
        action={
          // The plus in the bar is this page's only main button on phones.
          mayCreate ? (
            <Button
              asChild
              variant="primary"
              className="max-md:hidden"
              icon={<Plus aria-hidden className="size-4" />}
            >
              <PageLink href="/links/new">{links.create}</PageLink>
            </Button>
          ) : undefined
        }
      />
      {pendingChange}
      {
        await withReads(
          member,
          [
            read(account, 'balance/view', {}),
            read(account, 'payments/list/overview', {}),
            read(account, 'payments/list/open-disputes', {}),
            read(account, 'payments/list', {}),
          ],
          <HomeScreen lacksBankAccount={lacksAccount} />,
        )
      }
    </>
  )
})
