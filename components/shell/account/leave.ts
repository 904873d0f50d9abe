import { mayLeave } from '@/components/shell/health/network'
import { lazyModule } from '@/components/ui/lazy-module'

/** A lazy module, since few users sign out. */
const sessionPart = lazyModule(() => import('next-auth/react'))

/** Ends the session; requires a network. */
export async function leave(): Promise<void> {
  if (!mayLeave()) return
  const session = await sessionPart.ask()
  await session?.signOut({ callbackUrl: '/sign-in' })
}
