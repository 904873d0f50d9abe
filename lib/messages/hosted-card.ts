/** Texts around the card fields of the processor. They are loaded with the fields, after the page. */
export const hostedCard = {
  title: 'Card',
  loading: 'Loading the card fields…',
  noScripts: 'The card fields need JavaScript. Switch it on in your browser and load this page again.',
  failedTitle: 'The card fields could not be loaded',
  failed:
    'Check your connection, and whether something in your browser blocks scripts here. Nothing was sent.',
  retry: 'Try again',
  cardTitle: 'Check your card',
  unreachable: {
    title: 'The card could not be checked',
    text: 'Nothing was sent. Try again in a minute.',
  },
  notConfirmed: {
    title: 'The card was not confirmed',
    text: 'Your bank did not confirm it, and nothing was saved. Try again, or use another card.',
  },
} as const
