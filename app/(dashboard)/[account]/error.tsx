'use client'

import { Failed, type FailedProps } from '@/components/shell/failed'

/** Caught inside the shell, so that the rest of the dashboard stays within reach. */
export default function DashboardFailed(props: FailedProps) {
  return <Failed {...props} inside />
}
