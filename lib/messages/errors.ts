/** Texts of error and not-found pages. */
export const errors = {
  toHome: 'Go to Home',
  missing: {
    page: {
      title: 'This page does not exist',
      hint: 'The address may be wrong, or what it showed is gone.',
    },
    links: {
      title: 'We can’t find this link',
      hint: 'The ID may be wrong, or the link belongs to another account.',
      back: 'All links',
    },
    payments: {
      title: 'We can’t find this payment',
      hint: 'The ID may be wrong, or the payment belongs to another account.',
      back: 'All payments',
    },
    customers: {
      title: 'We can’t find this customer',
      hint: 'The ID may be wrong, or the customer belongs to another account.',
      back: 'All customers',
    },
    settlements: {
      title: 'We can’t find this settlement',
      hint: 'The ID may be wrong, or the settlement belongs to another account.',
      back: 'All settlements',
    },
    import: {
      title: 'We can’t find this import',
      hint: 'The address may be wrong, or the import belongs to another account.',
      back: 'All imports',
    },
  },
  lookedFor: 'Looked for',
  search: 'Search everything',
} as const
