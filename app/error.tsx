'use client'

import { PlainFailed } from '@/components/shell/failure/plain-failed'

/** Shows an error outside the shell; Next passes `retry`. */
export default function PageFailed({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  return <PlainFailed digest={error.digest} onRetry={() => retry()} />
}
