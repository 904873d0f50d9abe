'use client'

import type { RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { common } from '@/lib/messages/common'
import { webhooks } from '@/lib/messages/developer-webhooks'

const copy = webhooks.secret

type Props = {
  secret: string
  /** The dashboard itself has stored it. */
  own: boolean
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>
  onStored: () => void
}

/** A new signing secret, shown this once: only its own button closes it. */
export function SigningSecretDialog({ secret, own, opener, onStored }: Props) {
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      title={copy.title}
      description={own ? copy.ownLead : copy.lead}
      closeLabel={null}
      opener={opener}
      footer={
        <>
          <CopyButton
            value={secret}
            label={copy.copy}
            copiedLabel={common.copied}
            failedLabel={common.copyFailed}
          />
          <Button variant="primary" onClick={onStored}>
            {copy.stored}
          </Button>
        </>
      }
    >
      <Field label={copy.label}>
        <Textarea
          readOnly
          value={secret}
          rows={2}
          spellCheck={false}
          onFocus={({ target }) => target.select()}
          className="min-h-0 resize-none break-all font-mono text-xs pointer-coarse:text-sm"
        />
      </Field>
    </Dialog>
  )
}
