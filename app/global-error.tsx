'use client'

import { Failed, type FailedProps } from '@/components/page/failed'

const reload = () => location.reload()

/** Replaces the root layout after an error in it. */
export default function GlobalFailed({ error }: Pick<FailedProps, 'error'>) {
  return (
    <html lang="en" data-theme="system">
      <body>
        <Failed error={error} retry={reload} />
      </body>
    </html>
  )
}
