'use client'

import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { customers } from '@/lib/messages/customers'
import { SignUpDialog } from './sign-up-dialog'

type Props = {
  /** Address of the account's public sign-up page. */
  url: string
  merchantName: string
}

/** Renders the button that opens the dialog to share the sign-up page. */
export function SignUpButton({ url, merchantName }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        icon={<UserRoundPlus aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      >
        {customers.signUp.button}
      </Button>
      <SignUpDialog open={open} onOpenChange={setOpen} url={url} merchantName={merchantName} />
    </>
  )
}
