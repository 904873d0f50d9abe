/** Tabs of the disputes after the first one, which has those that need a response and no status in the URL. */
export const laterDisputes = ['UNDER_REVIEW', 'WON', 'LOST'] as const

/** Time before a dispute's deadline from which it is urgent: shown in red, and mailed. */
export const DISPUTE_URGENT_MS = 48 * 3_600_000
