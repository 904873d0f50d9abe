import { notFound } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'

type Props = { params: Promise<{ account: string }> }

/** Every address below an account that no other file answers: a screen's bare address leads on, any other is not found. */
export default async function RestPage({ params }: Props) {
  await accountPage((await params).account)
  notFound()
}
