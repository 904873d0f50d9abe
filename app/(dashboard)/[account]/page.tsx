import { Plus } from 'lucide-react'
import {
  lacksBankAccount,
  pendingChangeOf,
} from '@/app/(dashboard)/[account]/(panel)/payouts/pending-change-of'
import { read } from '@/components/data/read'
import { HomeScreen } from '@/components/home/home-screen'
import { ButtonLink } from '@/components/navigation/link-looks'
import { PageHeader } from '@/components/page/page-header'
import { ClientTexts } from '@/components/texts/client-texts'
import { can } from '@/lib/dashboard/role-permissions'
import { memberTexts } from '@/lib/ui/member-reader'
import { memberPage, withReads } from './pages'

export default memberPage(null, async ({ member, account }) => {
  const { user, role } = member
  const [{ t, ...reader }, pendingChange, lacksAccount] = await Promise.all([
    memberTexts(),
    pendingChangeOf(member),
    lacksBankAccount(member),
  ])
  const mayCreate = can(role, 'links.create')
  return (
    <>
      <PageHeader
        tab={t('home.title')}
        title={user.name ? t('home.greeting', { name: user.name }) : t('home.title')}
        action={
          // The plus in the bar is this page's only main button on phones.
          mayCreate ? (
            <ButtonLink variant="primary" className="max-md:hidden" Icon={Plus} href="/links/new">
              {t('shell.newLink')}
            </ButtonLink>
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
          <ClientTexts {...reader} nouns={['home', 'balance', 'payment-declines', 'dispute-states']}>
            <HomeScreen lacksBankAccount={lacksAccount} />
          </ClientTexts>,
        )
      }
    </>
  )
})
