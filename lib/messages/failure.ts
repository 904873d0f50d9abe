/** Texts of a page that failed. They are apart, because every page loads them in advance. */
export const failure = {
  failedTitle: 'Something went wrong on our side',
  failedHint: 'Nothing you entered was sent twice. Try again; if it keeps happening, send us the code below.',
  failedHintPlain: 'Nothing you entered was sent twice. Try again in a moment.',
  offlineTitle: 'You are offline',
  offlineHint: 'This page needs a connection. Try again once you’re back.',
  awayTitle: 'This page isn’t available right now',
  awayHint: 'Something failed on our side. Nothing you saved is lost. Try again in a minute.',
  reference: (digest: string) => `Code ${digest}`,
  retry: 'Try again',
} as const
