import { notFound } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { AuditEntryScreen } from '@/components/audit/detail'
import { auditPeople, getAudit } from '@/lib/dashboard/audit/list-audit'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** Shows one entry of the audit log; not found for a role that may not read the log. */
export default async function AuditEntryPage({
  params,
}: {
  params: Promise<{ account: string; entryId: string }>
}) {
  const { account, entryId } = await params
  const { role, team, ctx } = await accountPage(account)
  if (!can(role, 'audit.read')) notFound()
  const people = await auditPeople(webDashboard(), team.id)
  const entry = await getAudit(ctx, decodeURIComponent(entryId), people).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (!entry) notFound()
  return <AuditEntryScreen entry={entry} currency={ctx.account.currency} />
}
