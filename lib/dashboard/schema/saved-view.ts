/** The lists whose filters can be saved. */
export const viewLists = ['links', 'payments', 'customers'] as const
export type ViewList = (typeof viewLists)[number]

/** The filters of a list under a name; `query` is the list's own query string, without a question mark. */
export type SavedView = { id: string; name: string; query: string }
