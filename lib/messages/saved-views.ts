/** Texts of saved filters. */
export const savedViews = {
  label: 'Saved views',
  /** On the button that opens them. */
  short: 'Views',
  current: (name: string) => `Saved views: ${name}`,
  save: 'Save view',
  name: 'Name of the view',
  nameMissing: 'Enter a name.',
  nameTooLong: (max: number, over: number) => `At most ${max} characters: ${over} too many.`,
  nameTaken: 'Another view has this name. Enter a different one, or remove that view first.',
  confirm: 'Save',
  keep: 'Cancel',
  remove: (name: string) => `Remove the view “${name}”`,
  removed: (name: string) => `The view “${name}” is gone.`,
  undo: 'Undo',
  notSaved: (why: string) => `The view was not saved. ${why}`,
  /** Fallback without a more specific hint. */
  tryAgain: 'Try again.',
  notRemoved: (name: string) => `The view “${name}” was not removed.`,
} as const
