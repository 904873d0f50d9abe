/** Texts around the card fields of the processor. They are loaded with the fields, after the page. */
export const hostedCard = {
  title: 'Card',
  loading: 'Loading the card fields…',
  noScripts: 'The card fields need JavaScript. Turn it on and reload this page.',
  failedTitle: 'The card fields didn’t load',
  failed: 'Check your connection, and whether your browser blocks scripts here. Nothing was sent.',
  retry: 'Try again',
  cardTitle: 'Check your card',
  unreachable: {
    title: 'We couldn’t check the card',
    text: 'Nothing was sent. Try again in a minute.',
  },
  notConfirmed: {
    title: 'The card was not confirmed',
    text: 'Your bank didn’t confirm it. Nothing was saved. Try again, or use another card.',
  },
} as const
