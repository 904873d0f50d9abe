import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { recordShareAction } from '@/app/(dashboard)/links/actions'
import { signedIn } from '@/app/(dashboard)/signed-in'
import { ShareScreen } from '@/components/links/share-screen'
import { PageHeader } from '@/components/shell/page-header'
import { getLink } from '@/lib/dashboard/links/get-link'
import { Refusal } from '@/lib/dashboard/refusal'
import { links } from '@/lib/messages/links'

export const metadata: Metadata = { title: links.share.title }

type Props = { params: Promise<{ linkId: string }> }

/** What making a link ends in; also reachable later, and after a reload. */
export default async function SharePage({ params }: Props) {
  const { ctx } = await signedIn()
  const { linkId: id } = await params
  const detail = await getLink(ctx, id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
    throw error
  })
  return (
    <>
      <PageHeader
        back={{ href: '/links', label: links.title }}
        title={links.share.title}
        lead={links.share.lead}
      />
      <ShareScreen link={detail.link} merchantName={ctx.account.name} record={recordShareAction} />
    </>
  )
}
