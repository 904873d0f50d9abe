import { lazyModule } from '@/components/ui/lazy-module'

/** The dialog of a new signing secret, loaded before a secret is requested. */
export const secretDialog = lazyModule(() =>
  import('@/components/developers/shown-once-dialog').then(({ ShownOnceDialog }) => ShownOnceDialog),
)
