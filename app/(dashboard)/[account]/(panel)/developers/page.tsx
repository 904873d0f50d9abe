import { redirect } from 'next/navigation'
import { developerPage } from './developer-page'

type Props = { params: Promise<{ account: string }> }

/** Leads to the first tab: each tab is an address of its own. */
export default async function DevelopersPage({ params }: Props) {
  const { account } = await params
  await developerPage(account)
  redirect(`/${account}/developers/keys`)
}
