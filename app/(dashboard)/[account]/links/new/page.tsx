import { notFound } from 'next/navigation'
import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { CreateLinkForm } from '@/components/links/create'
import { PageHeader } from '@/components/page/page-header'
import { ClientTexts } from '@/components/texts/client-texts'
import { LINK_TITLE_MAX } from '@/lib/contract/limits'
import { mirroredLink } from '@/lib/dashboard/links/shown-link'
import { type FailedPayment, failedPayment } from '@/lib/dashboard/payments/get-payment'
import { Refusal } from '@/lib/dashboard/refusal'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'

const { form } = links
/** Texts of the preview of the payer's page. */
const PREVIEW = ['pay', 'pay-form', 'card-fields'] as const

/**
 * Creates a link. `?from=` copies another, `?renew=` an expired one, `?amount=&title=` fill the form, for the
 * payer of `?payment=`.
 */
export default memberPage('links.create', async ({ member: { role, ctx }, search }) => {
  const { from, renew, amount, title, payment } = search
  const sourceId = textOf(renew ?? from)
  const source = sourceId
    ? await mirroredLink(ctx, sourceId).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
        throw error
      })
    : null
  const failed = !source && textOf(payment) ? await failedPayment(ctx, textOf(payment), role) : null
  const head = source
    ? {
        back: { href: `/links/${encodeURIComponent(source.id)}`, label: source.title },
        title: renew ? form.renewTitle : form.duplicateTitle,
        lead: (renew ? form.renewLead : form.duplicateLead)(source.title),
      }
    : failed
      ? {
          back: { href: `/payments/${encodeURIComponent(failed.id)}`, label: payments.one },
          title: form.title,
          lead: payerLead(failed),
        }
      : {
          back: { href: '/links', label: links.title },
          title: form.title,
        }
  // The user reviews the form before a link is created.
  const major = /^\d{1,9}(?:\.\d{1,4})?$/.test(textOf(amount)) ? Number(amount) : null
  const prefill = { amount: major, title: textOf(title).slice(0, LINK_TITLE_MAX) }
  return (
    <>
      <PageHeader {...head} />
      <ClientTexts language="en" nouns={PREVIEW}>
        <CreateLinkForm
          key={source?.id ?? 'new'}
          backHref={head.back.href}
          {...(source ? { source } : title || amount ? { prefill } : {})}
        />
      </ClientTexts>
    </>
  )
})

function payerLead({ status, payer }: FailedPayment): string {
  const { linkFor, linkForUnnamed } = payments.detail
  return payer ? linkFor[status](payer) : linkForUnnamed[status]
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : ''
}
