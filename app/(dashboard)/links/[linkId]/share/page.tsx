import { Check } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { recordShareAction } from '@/app/(dashboard)/links/actions'
import { signedIn } from '@/app/(dashboard)/signed-in'
import { ShareScreen } from '@/components/links/share-screen'
import { PageHeader } from '@/components/shell/page-header'
import { getLink } from '@/lib/dashboard/links/get-link'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/team/can'
import { links } from '@/lib/messages/links'

type Props = {
  params: Promise<{ linkId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: (await searchParams).made === '1' ? links.share.title : links.share.titleLater }
}

/** What making a link ends in (`?made=1`, after a reload too); also the way to share an older one. */
export default async function SharePage({ params, searchParams }: Props) {
  const { role, ctx } = await signedIn()
  const made = (await searchParams).made === '1'
  const { linkId: id } = await params
  const detail = await getLink(ctx, id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
    throw error
  })
  return (
    <>
      <PageHeader
        back={
          made
            ? { href: '/links', label: links.title }
            : { href: `/links/${encodeURIComponent(detail.link.id)}`, label: detail.link.title }
        }
        title={
          made ? (
            <span className="flex items-center gap-3">
              <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-success-soft text-success">
                <Check aria-hidden className="size-4.5" strokeWidth={2.5} />
              </span>
              {links.share.title}
            </span>
          ) : (
            links.share.titleLater
          )
        }
        lead={
          detail.link.shown_status === 'ACTIVE' ? (
            <p className="text-pretty">{links.share.lead}</p>
          ) : undefined
        }
      />
      <ShareScreen
        link={detail.link}
        merchantName={ctx.account.name}
        mayCreate={can(role, 'links.create')}
        record={recordShareAction}
      />
    </>
  )
}
