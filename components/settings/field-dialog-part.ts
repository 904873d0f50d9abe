import { lazyModule } from '@/components/ui/lazy-module'

/** The dialog that asks for one thing: few open it, so it comes after the page. */
export const fieldDialog = lazyModule(() =>
  import('./one-field-dialog').then((module) => module.OneFieldDialog),
)
