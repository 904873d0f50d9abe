/** Words of every list that is narrowed by a status, a search and filters. */
export const filters = {
  remove: (filter: string) => `Remove filter ${filter}`,
  standing: (names: string) => `Filtered by: ${names}.`,
  elsewhere: (count: number, written: string) =>
    count === 1 ? '1 in another state matches.' : `${written} in other states match.`,
  showElsewhere: (count: number, written: string) => (count === 1 ? 'Show it' : `Show all ${written}`),
  clearSearch: 'Clear search',
} as const
