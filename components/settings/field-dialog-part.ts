import { latePart } from '@/components/ui/late-part'

/** The dialog that asks for one thing: few open it, so it comes after the page. */
export const fieldDialog = latePart(() =>
  import('./one-field-dialog').then((module) => module.OneFieldDialog),
)
