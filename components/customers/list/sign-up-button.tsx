'use client'

import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { latePart, useLatePart } from '@/components/ui/late-part'
import { customers } from '@/lib/messages/customers'

const signUpDialog = latePart(() => import('./sign-up-dialog').then((module) => module.SignUpDialog))

type Props = {
  /** The account's public sign-up page. */
  url: string
  merchantName: string
}

/** Opens the ways to share the page on which customers register themselves. */
export function SignUpButton({ url, merchantName }: Props) {
  const [open, setOpen] = useState(false)
  const SignUpDialog = useLatePart(signUpDialog)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        icon={<UserRoundPlus aria-hidden className="size-4" />}
        onPointerEnter={signUpDialog.preload}
        onFocus={signUpDialog.preload}
        onClick={async () => setOpen((await signUpDialog.ask()) !== null)}
      >
        {customers.signUp.button}
      </Button>
      {SignUpDialog ? (
        <SignUpDialog open={open} onOpenChange={setOpen} url={url} merchantName={merchantName} />
      ) : null}
    </>
  )
}
