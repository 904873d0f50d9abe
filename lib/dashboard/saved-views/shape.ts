/** Lists whose filters can be saved. */
export const viewLists = ['links', 'payments', 'customers'] as const

export type ViewList = (typeof viewLists)[number]

/** Named filters of a list; `query` is the list's own query string, without a question mark. */
export type SavedView = { id: string; name: string; query: string }
