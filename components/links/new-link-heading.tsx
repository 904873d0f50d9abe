'use client'

import { useSearchParams } from 'next/navigation'
import { PageHeader } from '@/components/shell/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { NewLinkLead } from './new-link-lead'

const words = links.form

/** The heading of the form while it is on its way: its address tells whether it will be a copy, and not of what. */
export function NewLinkHeading() {
  const params = useSearchParams()
  const payment = params.get('payment')
  const isCopy = params.has('from') || params.has('renew')
  if (!isCopy && !payment)
    return (
      <PageHeader back={{ href: '/links', label: links.title }} title={words.title} lead={<NewLinkLead />} />
    )
  return (
    <PageHeader
      back={
        payment && !isCopy
          ? { href: `/payments/${encodeURIComponent(payment)}`, label: payments.one }
          : { href: '/links', label: links.title }
      }
      title={params.has('renew') ? words.renewTitle : isCopy ? words.duplicateTitle : words.title}
      lead={<Skeleton className="my-[0.1875rem] w-96 max-w-full" />}
    />
  )
}
