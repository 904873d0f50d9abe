/** Pages for what went wrong or is not there. */
export const errors = {
  notFoundTitle: 'This page does not exist',
  notFoundHint: 'The address may be mistyped, or what it showed is gone.',
  toHome: 'To the home page',
  failedTitle: 'Something went wrong on our side',
  failedHint: 'Nothing you entered was sent twice. Try again; if it keeps happening, tell us the code below.',
  reference: (digest: string) => `Code ${digest}`,
} as const
