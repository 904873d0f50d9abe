/** Texts of every list that is filtered by a status, a search and filters. */
export const filters = {
  byDeadline: 'next deadline first',
  remove: (filter: string) => `Remove filter ${filter}`,
  standing: (names: string) => `Filtered by: ${names}.`,
  elsewhere: (count: number, written: string) =>
    count === 1 ? '1 matches in another state.' : `${written} match in other states.`,
  showElsewhere: (count: number, written: string) => (count === 1 ? 'Show it' : `Show all ${written}`),
  clearSearch: 'Clear search',
} as const

/** Filters by day and by amount, and the buttons of every filter. */
export const listFilters = {
  filters: 'Filters',
  clearFilters: 'Clear',
  clearCounted: (count: number) => `Clear ${count}`,
  period: 'Date',
  /** Short, because it is displayed among active filters. */
  periodIdle: (period: string) => `${period}, off`,
  periodIdleWhy: 'while searching',
  periods: {
    today: 'Today',
    '7d': 'Last 7 days',
    '30d': 'Last 30 days',
    month: 'This month',
    lastmonth: 'Last month',
    custom: 'Custom range',
  },
  ownRange: 'Both days included',
  from: 'From',
  to: 'To',
  span: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  since: (from: string) => `From ${from}`,
  until: (to: string) => `Until ${to}`,
  fromAfterTo: '“From” is after “To”.',
  noDay: 'Choose at least one day.',
  amountFilter: 'Amount',
  amountFrom: 'At least',
  amountTo: 'At most',
  amountSpan: (from: string, to: string) => (from === to ? `= ${from}` : `${from} – ${to}`),
  amountOver: (from: string) => `≥ ${from}`,
  amountUnder: (to: string) => `≤ ${to}`,
  amountWrong: 'Enter an amount, such as 12.50.',
  amountTwisted: '“At least” is more than “At most”.',
  amountNone: 'Enter at least one amount.',
  apply: 'Apply',
} as const

/** Returns the texts that every list has about its own objects. */
export function listTexts(one: string, many: string) {
  return {
    all: 'All',
    order: 'newest first',
    total: (count: string, isOne = count === '1') => `${count} ${isOne ? one : many}`,
    newPill: (count: number) => `${count} new ${count === 1 ? one : many}`,
    exportRows: (count: string) => (count === '1' ? 'Export this 1 row' : `Export these ${count} rows`),
    exportAll: 'Export these rows',
    noneAtAll: `No ${one}`,
    noneFurther: `No ${many} further back`,
    noMatchFor: (text: string, none = `No ${one}`) => `${none} matches “${text}”`,
    noMatchFilters: (none: string) => `${none} matches these filters`,
    noMatchHint: 'Try fewer filters.',
    loading: `Loading ${many}`,
  } as const
}
