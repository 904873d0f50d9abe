/** Client-side texts of the bank's confirmation step; the server-side ones are in `pay`. */
export const payBank = {
  /** `minutes`: minutes left; null for less than one. */
  confirmUntil: (until: string, minutes: number | null) =>
    minutes === null ? `You have until ${until}.` : `You have until ${until}, in\u00a0${minutes}\u00a0min.`,
  confirmDone: 'I’ve confirmed it',
  confirmBusy: 'Checking…',
  /** Only the payer's press queries the bank, so no text may promise that the page continues automatically. */
  confirmUnknown: 'Your bank hasn’t reported it yet. If you just confirmed, press again in a moment.',
  confirmOffline: 'You are offline. Press again once you’re back.',
  confirmLost: 'The connection was lost. Press again.',
} as const
