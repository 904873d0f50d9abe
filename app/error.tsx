'use client'

import { PlainFailed } from '@/components/shell/plain-failed'

/** Outside the shell; Next gives `retry`. */
export default function PageFailed({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  return <PlainFailed digest={error.digest} onRetry={() => retry()} />
}
