import { lazyModule } from '@/components/ui/lazy-module'
import { isOnline } from './network'

/** A lazy module, since few users sign out. */
const sessionPart = lazyModule(() => import('next-auth/react'))

/** Ends the session and opens the sign-in; requires a network. */
export const signOut = () => signOutTo('/sign-in')

/** Ends the session and opens `path`; requires a network. */
export async function signOutTo(path: string): Promise<void> {
  if (!isOnline()) return
  const session = await sessionPart.loadOrNull()
  await session?.signOut({ callbackUrl: path })
}
