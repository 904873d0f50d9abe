/** Texts of error and not-found pages. */
export const errors = {
  notFoundTitle: 'This page does not exist',
  notFoundHint: 'The address may be mistyped, or what it showed is gone.',
  toHome: 'To the home page',
  missing: {
    page: {
      title: 'This page does not exist',
      hint: 'The address may be mistyped, or what it showed is gone.',
    },
    links: {
      title: 'There is no such link',
      hint: 'The ID may be mistyped, or the link belongs to another account.',
      back: 'All links',
    },
    payments: {
      title: 'There is no such payment',
      hint: 'The ID may be mistyped, or the payment belongs to another account.',
      back: 'All payments',
    },
    customers: {
      title: 'There is no such customer',
      hint: 'The ID may be mistyped, or the customer belongs to another account.',
      back: 'All customers',
    },
    settlements: {
      title: 'There is no such settlement',
      hint: 'The ID may be mistyped, or the settlement belongs to another account.',
      back: 'All settlements',
    },
    import: {
      title: 'There is no such import',
      hint: 'The address may be mistyped, or the import was made in another account.',
      back: 'All imports',
    },
  },
  lookedFor: 'Looked for',
  search: 'Search everything',
  failedTitle: 'Something went wrong on our side',
  failedHint: 'Nothing you entered was sent twice. Try again; if it keeps happening, send us the code below.',
  failedHintPlain: 'Nothing you entered was sent twice. Try again in a moment.',
  offlineTitle: 'You are offline',
  offlineHint: 'This page could not be brought without a network. Try again once you are back.',
  /** Pages that cannot be shown while the database is away. */
  away: {
    page: {
      title: 'This page is not available right now',
      hint: 'Something on our side is not working. Nothing you saved is lost. Try again in a minute.',
    },
    payment: {
      title: 'Payments are not available right now',
      hint: 'Something on our side is not working. Opening this page did not charge you. Try again in a minute.',
    },
    attempt: {
      title: 'We cannot show your payment right now',
      hint: 'Something on our side is not working. Do not pay again elsewhere: try again in a minute, and this page shows whether your payment went through.',
    },
    form: {
      title: 'This may not have been saved',
      hint: 'Something on our side is not working. Go back in a minute, and send your entries again if they are not there.',
    },
  },
  reference: (digest: string) => `Code ${digest}`,
} as const
