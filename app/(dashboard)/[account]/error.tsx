'use client'

import { Failed, type FailedProps } from '@/components/page/failed'

/** Catches errors inside the shell, so that the rest of the dashboard stays reachable. */
export default function DashboardFailed(props: FailedProps) {
  return <Failed {...props} inside />
}
