import { latePart } from '@/components/ui/late-part'
import { mayLeave } from './network'

/** Few leave, and everybody would load it. */
const sessionPart = latePart(() => import('next-auth/react'))

/** Ends the session, which needs a network. */
export async function leave(): Promise<void> {
  if (!mayLeave()) return
  const session = await sessionPart.ask()
  await session?.signOut({ callbackUrl: '/sign-in' })
}
