import { notFound } from 'next/navigation'
import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { CreateLinkForm } from '@/components/links/create'
import { PageHeader } from '@/components/page/page-header'
import { LINK_TITLE_MAX } from '@/lib/contract/limits'
import { mirroredLink } from '@/lib/dashboard/links/shown-link'
import { type FailedPayment, failedPayment } from '@/lib/dashboard/payments/get-payment'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Translate } from '@/lib/messages/translator'

/** Creates a link. `?from=` copies another, `?renew=` an expired one, `?amount=&title=` fill the form, for the payer of `?payment=`. */
export default memberPage('links.create', async ({ member: { role, ctx }, search, t }) => {
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
        title: t(renew ? 'link-form.renewTitle' : 'link-form.duplicateTitle'),
        lead: t(renew ? 'link-form.renewLead' : 'link-form.duplicateLead', { title: source.title }),
      }
    : failed
      ? {
          back: { href: `/payments/${encodeURIComponent(failed.id)}`, label: t('payments.one') },
          title: t('link-form.title'),
          lead: payerLead(failed, t),
        }
      : {
          back: { href: '/links', label: t('links.title') },
          title: t('link-form.title'),
        }
  // The user reviews the form before a link is created.
  const major = /^\d{1,9}(?:\.\d{1,4})?$/.test(textOf(amount)) ? Number(amount) : null
  const prefill = { amount: major, title: textOf(title).slice(0, LINK_TITLE_MAX) }
  return (
    <>
      <PageHeader {...head} />
      <CreateLinkForm
        key={source?.id ?? 'new'}
        backHref={head.back.href}
        {...(source ? { source } : title || amount ? { prefill } : {})}
      />
    </>
  )
})

function payerLead({ status, payer }: FailedPayment, t: Translate): string {
  return payer
    ? t(`payment-detail.linkFor.${status}`, { payer })
    : t(`payment-detail.linkForUnnamed.${status}`)
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : ''
}
