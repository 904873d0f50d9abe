'use client'

import { ExternalLink, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { LinkAddress } from '@/components/links/share/link-address'
import { QrCode } from '@/components/links/share/qr-code'
import { ShareWays } from '@/components/links/share/share-ways'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { customers } from '@/lib/messages/customers'

const copy = customers.signUp
/** Records nothing, because the sign-up page is no link. */
const done = () => {}

type Props = {
  /** Address of the account's public sign-up page. */
  url: string
  merchantName: string
}

/** Renders the button of a dialog with all ways to share the sign-up page: copy, message, QR code, open. */
export function SignUpButton({ url, merchantName }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        icon={<UserRoundPlus aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      >
        {copy.button}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={copy.title}
        description={copy.lead}
        className="sm:w-[34rem]"
      >
        <div className="flex flex-col gap-5">
          <LinkAddress url={url} onCopied={done} />
          <ShareWays text={{ line: copy.message(merchantName), url }} onOpened={done} />
          <div className="overflow-hidden rounded-lg md:[&>section]:flex-row md:[&>section]:border-l-0">
            <QrCode
              url={url}
              title={merchantName}
              onSaved={done}
              copy={{ label: copy.qrLabel, hint: copy.qrHint, file: copy.qrFile }}
            />
          </div>
          <Button asChild icon={<ExternalLink aria-hidden className="size-4" />} className="self-start">
            <a href={url} target="_blank" rel="noreferrer">
              {copy.open}
            </a>
          </Button>
        </div>
      </Dialog>
    </>
  )
}
