/** Texts about the freshness of the displayed copy of the service's data. */
export const mirror = {
  unconfirmed: 'The payments service did not answer, so this may be out of date.',
  unconfirmedBy: {
    account_disconnected: 'This account is disconnected, so this may be out of date.',
    host_unreachable: 'The payments service did not answer, so this may be out of date.',
    host_refused: 'The payments service refused the dashboard’s call, so this may be out of date.',
    object_missing: 'The payments service no longer knows this. Ask there what became of it.',
    contract_mismatch: 'The payments service answered in a way that the dashboard does not understand.',
    rate_limited: 'The payments service asked the dashboard to slow down, so this may be out of date.',
  },
  /** Replaces the sentence about an object's state. */
  lastKnown: 'This is its last known state.',
  lastSeen: 'Last known state from',
  conflict:
    'Two final states were reported for this object. The first is kept until the service confirms one.',
} as const
