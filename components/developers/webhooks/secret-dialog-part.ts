import { lazyModule } from '@/components/ui/lazy-module'

/** The dialog of a new signing secret; loaded before a secret is asked for. */
export const secretDialog = lazyModule(() =>
  import('@/components/developers/shown-once-dialog').then(({ ShownOnceDialog }) => ShownOnceDialog),
)
