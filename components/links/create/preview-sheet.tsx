'use client'

import { Sheet } from '@/components/ui/sheet'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { PayerPage, type PreviewProps } from './payer-page'

const copy = links.form

/** Renders the payment page in a sheet at full size. It is open while it is mounted. */
export function PreviewSheet({ onClose, ...props }: PreviewProps & { onClose: () => void }) {
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={copy.preview}
      closeLabel={common.close}
    >
      {/* The payment page has no frame on a phone, so the preview fills the sheet. */}
      <div
        role="img"
        aria-label={copy.previewOf(props.title, `${props.amount} ${props.currency}`)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable
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
