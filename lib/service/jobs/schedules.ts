import type { Trigger } from '@/lib/platform/jobs/job'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const schedules = {
  // A minute after every midnight there is: offsets are whole quarters of an hour.
  'generate-settlements': { kind: 'schedule', everyMs: 15 * MINUTE_MS, offsetMs: MINUTE_MS },
  // Away from the full hour, at which everybody's jobs run.
  'check-coherence': { kind: 'schedule', everyMs: HOUR_MS, offsetMs: 17 * MINUTE_MS },
  'forget-keys-and-forms': { kind: 'schedule', everyMs: HOUR_MS, offsetMs: 27 * MINUTE_MS },
  'delete-expired': { kind: 'schedule', everyMs: HOUR_MS, offsetMs: 37 * MINUTE_MS },
  'record-missed-disputes': { kind: 'schedule', everyMs: 6 * HOUR_MS, offsetMs: 47 * MINUTE_MS },
  'reverse-missed-refunds': { kind: 'schedule', everyMs: 6 * HOUR_MS, offsetMs: 52 * MINUTE_MS },
} as const satisfies Record<string, Trigger>
