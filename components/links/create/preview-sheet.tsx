'use client'

import { Sheet } from '@/components/ui/sheet'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { PayerPage, type PreviewProps } from './payer-page'

const words = links.form

/** The payer's page from below, as large as payers see it; open as long as it is mounted. */
export function PreviewSheet({ onClose, ...props }: PreviewProps & { onClose: () => void }) {
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={words.preview}
      closeLabel={common.close}
    >
      {/* To the sheet's edges: on a phone the payer's page has no frame. */}
      <div
        role="img"
        aria-label={words.previewOf(props.title, `${props.amount} ${props.currency}`)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="-mx-5 -mb-5 flex min-h-[calc(100%+1.25rem)] flex-col focus-visible:-outline-offset-2"
      >
        <div aria-hidden inert className="grow select-none border-t bg-canvas">
          <PayerPage {...props} />
        </div>
      </div>
    </Sheet>
  )
}
