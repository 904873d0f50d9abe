import { ensureOnline } from '@/components/shell/health/network'
import { lazyModule } from '@/components/ui/lazy-module'

/** A lazy module, since few users sign out. */
const sessionPart = lazyModule(() => import('next-auth/react'))

/** Ends the session; requires a network. */
export async function signOut(): Promise<void> {
  if (!ensureOnline()) return
  const session = await sessionPart.loadOrNull()
  await session?.signOut({ callbackUrl: '/sign-in' })
}
