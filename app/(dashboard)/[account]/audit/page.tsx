import { permanentRedirect } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'

/** Redirects from the former URL of the audit log. */
export default async function FormerAuditPage({ params }: { params: Promise<{ account: string }> }) {
  const { account } = await params
  await accountPage(account)
  permanentRedirect(`/${account}/settings/audit`)
}
