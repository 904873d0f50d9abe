/** Texts about the freshness of the displayed copy of the service's data. */
export const mirror = {
  unconfirmed: 'The payments service didn’t respond, so this may be out of date.',
  unconfirmedBy: {
    account_disconnected: 'This account is disconnected, so this may be out of date.',
    host_unreachable: 'The payments service didn’t respond, so this may be out of date.',
    host_refused: 'The payments service refused the request, so this may be out of date.',
    object_missing: 'The payments service no longer has this. Ask its support what happened.',
    contract_mismatch: 'The dashboard can’t read the payments service’s response.',
    rate_limited: 'The payments service limits our requests, so this may be out of date.',
  },
  /** Replaces the sentence about an object's state. */
  lastKnown: 'This is its last known state.',
  lastSeen: 'Last known state from',
  conflict: 'The payments service reported two final states. The first is shown until one is confirmed.',
} as const
