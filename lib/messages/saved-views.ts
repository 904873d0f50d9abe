/** Texts of saved filters. */
export const savedViews = {
  label: 'Saved views',
  /** On the button that opens them. */
  short: 'Views',
  current: (name: string) => `Saved views: ${name}`,
  save: 'Save view',
  name: 'View name',
  nameMissing: 'Enter a name.',
  nameTooLong: (max: number, over: number) => `Enter at most ${max} characters: ${over} too many.`,
  nameTaken: 'Another view has this name. Enter a different one.',
  confirm: 'Save',
  keep: 'Cancel',
  remove: (name: string) => `Remove view “${name}”`,
  removed: (name: string) => `View “${name}” removed`,
  undo: 'Undo',
  notSaved: (why: string) => `The view wasn’t saved. ${why}`,
  /** Fallback without a more specific hint. */
  tryAgain: 'Try again.',
  notRemoved: (name: string) => `View “${name}” wasn’t removed`,
} as const
