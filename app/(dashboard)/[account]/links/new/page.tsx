import { notFound } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { createLinkAction } from '@/app/(dashboard)/[account]/links/actions'
import { CreateLinkForm } from '@/components/links/create/create-link-form'
import { PageHeader } from '@/components/page/page-header'
import { EmptyState } from '@/components/ui/empty-state'
import { LINK_TITLE_MAX } from '@/lib/contract/limits'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirroredLink } from '@/lib/dashboard/links/mirrored-link'
import { type FailedPayment, failedPayment } from '@/lib/dashboard/payments/get-payment'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/**
 * Creates a link. `?from=` copies another, `?renew=` an expired one, `?amount=&title=` fill the form, for the
 * payer of `?payment=`.
 */
export default async function NewLinkPage({ params, searchParams }: Props) {
  const { account } = await params
  const { role, ctx } = await accountPage(account)
  const { from, renew, amount, title: given, payment } = await searchParams
  const form = links.form
  const source = await sourceLink(ctx, renew ?? from)
  const failed = !source && typeof payment === 'string' ? await failedPayment(ctx, payment, role) : null
  const [title, lead] = !source
    ? [form.title, failed ? payerLead(failed) : previewLead]
    : renew
      ? [form.renewTitle, form.renewLead(source.title)]
      : [form.duplicateTitle, form.duplicateLead(source.title)]
  const prefill = { amount: readAmount(amount), title: readTitle(given) }
  const back = source
    ? { href: `/links/${encodeURIComponent(source.id)}`, label: source.title }
    : failed
      ? { href: `/payments/${encodeURIComponent(failed.id)}`, label: payments.one }
      : { href: '/links', label: links.title }
  return (
    <>
      <PageHeader back={back} title={title} lead={lead} />
      {can(role, 'links.create') ? (
        <CreateLinkForm
          key={source?.id ?? 'new'}
          currency={ctx.account.currency}
          merchant={{
            name: ctx.account.name,
            email: ctx.account.contact_email,
            phone: ctx.account.contact_phone,
          }}
          testMode={ctx.account.test_mode === true}
          backHref={back.href}
          owner={`${ctx.userId}:${ctx.connectionId}`}
          {...(source ? { source } : given || amount ? { prefill } : {})}
          create={createLinkAction.bind(null, account)}
        />
      ) : (
        <EmptyState kind="forbidden" title={common.forbiddenTitle}>
          {common.forbiddenHint}
        </EmptyState>
      )}
    </>
  )
}

/** Returns the lead for a failed payment: the payer and the reason. */
function payerLead({ status, payer }: FailedPayment): string {
  const { linkFor, linkForUnnamed } = payments.detail
  return payer ? linkFor[status](payer) : linkForUnnamed[status]
}

/** Returns the major units in the URL, or null: the user reviews the form before a link is created. */
function readAmount(text: string | string[] | undefined): number | null {
  return typeof text === 'string' && /^\d{1,9}(?:\.\d{1,4})?$/.test(text) ? Number(text) : null
}

function readTitle(text: string | string[] | undefined): string {
  return typeof text === 'string' ? text.slice(0, LINK_TITLE_MAX) : ''
}

async function sourceLink(ctx: ConnectionContext, id: string | string[] | undefined) {
  if (typeof id !== 'string' || id === '') return null
  return mirroredLink(ctx, id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
    throw error
  })
}

/** Hidden on phones: there the preview is opened by a button with its own label. */
const previewLead = <span className="max-lg:hidden">{links.form.lead}</span>
