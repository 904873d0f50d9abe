'use client'

import { Button } from '@/components/ui/button'
import { lazyModule } from '@/components/ui/lazy-module'
import { invitation as copy } from '@/lib/messages/invitation'

const sessionPart = lazyModule(() => import('next-auth/react'))

/** Ends the session and opens the same page again. */
export function SignOutButton({ path }: { path: string }) {
  return (
    <Button
      variant="primary"
      className="min-h-10"
      onPointerEnter={sessionPart.preload}
      onFocus={sessionPart.preload}
      onClick={async () => {
        const session = await sessionPart.ask()
        await session?.signOut({ callbackUrl: path })
      }}
    >
      {copy.signOut}
    </Button>
  )
}
