import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { ShareScreen } from '@/components/links/share'

type Props = {
  params: Promise<{ account: string; linkId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Shows how to share a link, after its creation (`?made=1`, also after a reload) or later. */
export default async function SharePage({ params, searchParams }: Props) {
  const { account, linkId: id } = await params
  const made = (await searchParams).made === '1'
  return withReads(
    await accountPage(account),
    [read(account, 'links/detail', { id })],
    <ShareScreen id={id} made={made} />,
  )
}
