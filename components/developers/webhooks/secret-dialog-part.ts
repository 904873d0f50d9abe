import { lazyModule } from '@/components/ui/lazy-module'

/** The dialog of a new signing secret; loaded before a secret is asked for. */
export const secretDialog = lazyModule(() =>
  import('./signing-secret-dialog').then(({ SigningSecretDialog }) => SigningSecretDialog),
)
