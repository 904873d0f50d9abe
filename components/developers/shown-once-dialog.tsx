import type { RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { common } from '@/lib/messages/common'

type Props = {
  title: string
  lead: string
  /** Names the secret. */
  label: string
  secret: string
  storedLabel: string
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>
  onStored: () => void
}

/** A key or a secret that is shown this once; only the person's word that it is stored closes it. */
export function ShownOnceDialog({ title, lead, label, secret, storedLabel, opener, onStored }: Props) {
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      title={title}
      description={lead}
      closeLabel={null}
      opener={opener}
      className="sm:w-[34rem]"
      footer={
        <>
          <CopyButton
            value={secret}
            label={common.copyThing(label)}
            copiedLabel={common.copied}
            failedLabel={common.copyFailed}
          />
          <Button variant="primary" onClick={onStored}>
            {storedLabel}
          </Button>
        </>
      }
    >
      <CodeBlock label={label} code={secret} isWhole />
    </Dialog>
  )
}
