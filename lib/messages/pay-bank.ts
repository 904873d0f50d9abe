/** What the payer's page says in the browser while the bank's step is open; the rest of that end is in `pay`. */
export const payBank = {
  /** `minutes`: how many are left; null for less than one. */
  confirmUntil: (until: string, minutes: number | null) =>
    minutes === null ? `You have until ${until}.` : `You have until ${until}, in\u00a0${minutes}\u00a0min.`,
  confirmDone: 'I have confirmed it',
  confirmBusy: 'Checking…',
  /** Nobody but the payer's press asks the bank: nothing here may promise that the page goes on by itself. */
  confirmNotTold: 'Your bank has not told us yet. If you have just confirmed, press again in a moment.',
  confirmOffline: 'You are offline. Press again once you are back.',
  confirmLost: 'The connection was lost. Press again.',
} as const
