'use client'

import { sessionPart } from '@/components/sign-in/start-session'
import { Button } from '@/components/ui/button'
import { invitation as copy } from '@/lib/messages/invitation'

/** Renders the button that ends the session and opens the same page again. */
export function SignOutButton({ path }: { path: string }) {
  return (
    <Button
      variant="primary"
      className="min-h-10"
      onPointerEnter={sessionPart.preload}
      onFocus={sessionPart.preload}
      onClick={async () => {
        const session = await sessionPart.loadOrNull()
        await session?.signOut({ callbackUrl: path })
      }}
    >
      {copy.signOut}
    </Button>
  )
}
