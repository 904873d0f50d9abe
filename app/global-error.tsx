'use client'

import { MessagePage } from '@/components/page/message-page'
import { buttonLook } from '@/components/ui/button-look'
import { failure } from '@/lib/messages/failure'

const reload = () => location.reload()

/** Replaces the root layout after an error in it. Every page loads it in advance, so it has no more than text and a button. */
export default function GlobalFailed() {
  return (
    <html lang="en" data-theme="system">
      <body>
        <MessagePage
          title={failure.failedTitle}
          action={
            <button type="button" className={buttonLook('primary', 'md')} onClick={reload}>
              {failure.retry}
            </button>
          }
        >
          {failure.failedHintPlain}
        </MessagePage>
      </body>
    </html>
  )
}
