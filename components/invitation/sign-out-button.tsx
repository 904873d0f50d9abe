'use client'

import { signOutTo } from '@/components/shell/account/sign-out'
import { Button } from '@/components/ui/button'
import { invitation as copy } from '@/lib/messages/invitation'

/** Renders the button that ends the session and opens the same page again. */
export function SignOutButton({ path }: { path: string }) {
  return (
    <Button variant="primary" className="min-h-10" onClick={() => signOutTo(path)}>
      {copy.signOut}
    </Button>
  )
}
