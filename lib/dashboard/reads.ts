import * as z from 'zod'
import { auditFilterSchema } from '@/lib/dashboard/audit/list-audit'
import { explanationFilterSchema } from '@/lib/dashboard/balance/explain-balance'
import { listCustomerLinks } from '@/lib/dashboard/customers/get-customer'
import { customerFilterSchema, customerTotals } from '@/lib/dashboard/customers/list-customers'
import { linkFilterSchema } from '@/lib/dashboard/links/link-conditions'
import { linkTotals } from '@/lib/dashboard/links/list-links'
import { disputeFilterSchema } from '@/lib/dashboard/payments/list-disputes'
import { linkTitle, paymentTotals } from '@/lib/dashboard/payments/list-payments'
import { paymentFilterSchema } from '@/lib/dashboard/payments/payment-filter'
import { idField } from '@/lib/dashboard/reads/list'
import { receivedFilterSchema } from '@/lib/dashboard/received/list-received'
import { viewLists } from '@/lib/dashboard/saved-views/shape'
import { searchSchema } from '@/lib/dashboard/search/find-anything'
import {
  settlementFilterSchema,
  settlementMonth,
  settlementMonthFilterSchema,
  settlementTotals,
} from '@/lib/dashboard/settlements/list-settlements'
import { bankPeriodSchema } from '@/lib/dashboard/statements/paid-settlements'
import { statementSchema } from '@/lib/dashboard/statements/read-statements'
import { showsMail } from '@/lib/platform/mail/mailer'
import { accountView } from './account/account-view'
import { auditPeople, getAudit, listAudit } from './audit/list-audit'
import { balanceView } from './balance/balance-view'
import { explainBalance } from './balance/explain-balance'
import { getCharge, openCases } from './charges/get-charge'
import { webhookState } from './connections/webhook-state'
import { getCustomer } from './customers/get-customer'
import { knownCustomers, knownCustomersSchema } from './customers/known-customers'
import { listCustomers } from './customers/list-customers'
import { defineRead } from './define-read'
import { listExports } from './exports/export-jobs'
import { getLinkImport, listLinkImports } from './link-imports/get-link-import'
import { getLink } from './links/get-link'
import { listLinks } from './links/list-links'
import { getPayment } from './payments/get-payment'
import { listDisputes, openDisputes } from './payments/list-disputes'
import { listPayments } from './payments/list-payments'
import { readOverview, readUnpaid } from './payments/read-overview'
import { listReceived } from './received/list-received'
import { getRefunds } from './refunds/get-refunds'
import { readSupportLimit } from './refunds/support-limit'
import { can } from './role-permissions'
import { listViews } from './saved-views/save-view'
import { findAnything } from './search/find-anything'
import { getSettlement } from './settlements/get-settlement'
import { listSettlements } from './settlements/list-settlements'
import { paidSettlements } from './statements/paid-settlements'
import { readStatements } from './statements/read-statements'
import { mirrorHealth } from './sync/mirror-health'
import { watchRecent } from './sync/poll-watched'
import { type Member, memberNames } from './team/find-member'
import { listInvitations } from './team/invitations'
import { listMembers } from './team/members'
import { webDashboard } from './web/web-dashboard'

const nothing = z.object({})
const byId = z.object({ id: idField })
const names = ({ team }: Member) => memberNames(webDashboard(), team.id)

/**
 * All reads from the mirror, by name: the noun whose events refresh it, then `list`, `detail` or `totals`. Totals are
 * refreshed on their own schedule.
 */
export const mirrorReads = {
  'account/detail': defineRead('balance.read', nothing, ({ ctx }, _, from) => accountView(ctx, from)),
  'audit/list': defineRead('audit.read', auditFilterSchema, async ({ ctx, team }, filter) => {
    const people = await auditPeople(webDashboard(), team.id)
    const members = Object.fromEntries([...people].map(([id, { name }]) => [id, name]))
    return { ...(await listAudit(ctx, filter, people)), members }
  }),
  'audit/detail': defineRead('audit.read', byId, async ({ ctx, team }, { id }) =>
    getAudit(ctx, id, await auditPeople(webDashboard(), team.id)),
  ),
  'balance/view': defineRead('balance.read', nothing, ({ ctx }, _, from) => balanceView(ctx, from)),
  'balance/explanation': defineRead('balance.read', explanationFilterSchema, ({ ctx, role }, { figure }) =>
    explainBalance(ctx, figure, role),
  ),
  'charges/list/open': defineRead('charges.read', nothing, ({ ctx }) => openCases(ctx)),
  'charges/detail': defineRead('charges.read', byId, async (member, { id }, from) =>
    getCharge(member.ctx, id, { role: member.role, names: await names(member), isQuick: from === 'mirror' }),
  ),
  'customers/list': defineRead('customers.read', customerFilterSchema, ({ ctx, role }, filter) =>
    listCustomers(ctx, filter, { role }),
  ),
  'customers/totals': defineRead('customers.read', customerFilterSchema, ({ ctx }, filter) =>
    customerTotals(ctx, filter),
  ),
  'customers/detail': defineRead('customers.read', byId, async (member, { id }, from) =>
    getCustomer(member.ctx, id, { role: member.role, names: await names(member), from }),
  ),
  'customers/known': defineRead('customers.write', knownCustomersSchema, async ({ ctx }, typed) => ({
    known: await knownCustomers(ctx, typed),
  })),
  'exports/list': defineRead('payments.read', nothing, ({ ctx, role }) =>
    listExports(webDashboard(), ctx, role),
  ),
  'link-imports/list': defineRead('links.read', nothing, ({ ctx }) => listLinkImports(ctx)),
  'link-imports/detail': defineRead('links.read', byId, ({ ctx }, { id }) => getLinkImport(ctx, id)),
  'links/list': defineRead('links.read', linkFilterSchema, ({ ctx }, filter) => listLinks(ctx, filter)),
  'links/list/customer': defineRead('links.read', byId, ({ ctx }, { id }) => listCustomerLinks(ctx, id)),
  'links/title': defineRead('links.read', byId, ({ ctx }, { id }) => linkTitle(ctx, id)),
  'links/totals': defineRead('links.read', linkFilterSchema, ({ ctx }, filter) => linkTotals(ctx, filter)),
  'links/detail': defineRead('links.read', byId, async (member, { id }, from) =>
    getLink(member.ctx, id, { names: await names(member), from }),
  ),
  'mirror/health': defineRead('mirror.read', nothing, ({ ctx }) => mirrorHealth(ctx)),
  'mirror/received': defineRead('developers.read', receivedFilterSchema, ({ ctx, role }, filter) =>
    listReceived(ctx, filter, role),
  ),
  'search/list': defineRead('mirror.read', searchSchema, ({ ctx, role }, { q }) => {
    const nouns = {
      links: can(role, 'links.read'),
      payments: can(role, 'payments.read'),
      customers: can(role, 'customers.read'),
      settlements: can(role, 'balance.read'),
    }
    return findAnything(ctx, { text: q, nouns, role })
  }),
  /** Periodic signal of an open page. */
  'watch/page': defineRead('mirror.read', nothing, ({ ctx }) => watchRecent(ctx)),
  'mirror/webhook': defineRead('connection.manage', nothing, ({ ctx }) => webhookState(webDashboard(), ctx)),
  'payments/list': defineRead('payments.read', paymentFilterSchema, ({ ctx, role }, filter) =>
    listPayments(ctx, filter, { role }),
  ),
  'payments/list/disputes': defineRead('payments.read', disputeFilterSchema, ({ ctx, role }, filter) =>
    listDisputes(ctx, filter, { role }),
  ),
  'payments/list/open-disputes': defineRead('payments.read', nothing, ({ ctx, role }) =>
    openDisputes(ctx, role),
  ),
  'payments/list/overview': defineRead('payments.read', nothing, ({ ctx, role }) => readOverview(ctx, role)),
  /** Asks the host whether it has refunds, so no page waits for it: the browser reads it. */
  'payments/list/refunds': defineRead('payments.read', byId, ({ ctx }, { id }) => getRefunds(ctx, id)),
  'payments/totals': defineRead('payments.read', paymentFilterSchema, ({ ctx }, filter) =>
    paymentTotals(ctx, filter),
  ),
  'payments/totals/unpaid': defineRead('payments.read', nothing, ({ ctx, role }) => readUnpaid(ctx, role)),
  'payments/detail': defineRead('payments.read', byId, ({ ctx, role }, { id }, from) =>
    getPayment(ctx, id, { role, from }),
  ),
  'settlements/list': defineRead('balance.read', settlementFilterSchema, ({ ctx }, filter) =>
    listSettlements(ctx, filter),
  ),
  'settlements/list/bank': defineRead('balance.read', bankPeriodSchema, ({ ctx }, period) =>
    paidSettlements(ctx, period),
  ),
  'settlements/list/month': defineRead('balance.read', settlementMonthFilterSchema, ({ ctx }, { month }) =>
    settlementMonth(ctx, month),
  ),
  'settlements/list/statements': defineRead('balance.read', statementSchema, ({ ctx }, { month }) =>
    readStatements(ctx, month),
  ),
  'settlements/totals': defineRead('balance.read', settlementFilterSchema, ({ ctx }, filter) =>
    settlementTotals(ctx, filter),
  ),
  'settlements/detail': defineRead('balance.read', byId, ({ ctx }, { id }, from) =>
    getSettlement(ctx, id, { from }),
  ),
  'team/detail': defineRead('team.read', nothing, readTeam),
  'views/list': defineRead('links.read', z.object({ list: z.enum(viewLists) }), ({ ctx }, { list }) =>
    listViews(ctx, list),
  ),
}

export type TeamPage = Awaited<ReturnType<typeof readTeam>>

/** Returns the team as this member may see it, with invitations only for members who manage it. */
async function readTeam({ team, role, user, ctx }: Member) {
  const dashboard = webDashboard()
  const [members, invitations, { limit, isSupported }] = await Promise.all([
    listMembers(dashboard, { teamId: team.id, userId: user.id, role }),
    can(role, 'team.manage')
      ? listInvitations(dashboard, {
          teamId: team.id,
          role,
          showsMail: showsMail(dashboard.env),
          webUrl: dashboard.env.WEB_URL,
        })
      : null,
    readSupportLimit(ctx),
  ])
  // The limit is in major units (null = no limit); no limit is shown for a host without refunds.
  return { members, invitations, support_refunds: isSupported ? { limit } : null }
}
