import { lazyModule } from '@/components/ui/lazy-module'

/** The dialog with one field. Few users open it, so it loads after the page. */
export const fieldDialog = lazyModule(() =>
  import('./one-field-dialog').then((module) => module.OneFieldDialog),
)
