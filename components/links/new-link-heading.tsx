'use client'

import { useSearchParams } from 'next/navigation'
import { PageHeader } from '@/components/shell/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { links } from '@/lib/messages/links'

const words = links.form

/** The heading of the form while it is on its way: its address tells whether it will be a copy, and not of what. */
export function NewLinkHeading() {
  const params = useSearchParams()
  const back = { href: '/links', label: links.title }
  if (!params.has('from') && !params.has('renew'))
    return <PageHeader back={back} title={words.title} lead={words.lead} />
  return (
    <PageHeader
      back={back}
      title={params.has('renew') ? words.renewTitle : words.duplicateTitle}
      lead={<Skeleton className="my-[0.1875rem] w-96 max-w-full" />}
    />
  )
}
