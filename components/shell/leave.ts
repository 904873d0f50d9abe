import { lazyModule } from '@/components/ui/lazy-module'
import { mayLeave } from './network'

/** Few leave, and everybody would load it. */
const sessionPart = lazyModule(() => import('next-auth/react'))

/** Ends the session, which needs a network. */
export async function leave(): Promise<void> {
  if (!mayLeave()) return
  const session = await sessionPart.ask()
  await session?.signOut({ callbackUrl: '/sign-in' })
}
