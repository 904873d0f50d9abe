import { lazyModule } from '@/components/ui/lazy-module'

/** The dialog of a change that needs a step-up. Few users open it, so it loads after the page. */
export const fieldDialog = lazyModule(() =>
  import('@/components/step-up/password-dialog').then(({ PasswordDialog }) => PasswordDialog),
)
