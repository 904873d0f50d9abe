import { notFound } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'

type Props = { params: Promise<{ account: string }> }

/**
 * Handles every URL below an account without a route of its own: redirects a bare screen name, else not
 * found.
 */
export default async function RestPage({ params }: Props) {
  await accountPage((await params).account)
  notFound()
}
