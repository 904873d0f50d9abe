'use client'

import { useLinkStatus } from 'next/link'

/** Inside one of Next’s links: marks it from its press until its page is there, for the `here:` variant and `has-data-pending:`. */
export function PendingMark() {
  return useLinkStatus().pending ? <span hidden data-pending /> : null
}
