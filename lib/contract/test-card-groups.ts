/**
 * Groups of test cards in display order, the most useful first. Separate from the table of numbers, so that pages do not
 * bundle it.
 */
export const testCardGroups = ['approved', 'declined', 'confirm', 'wrong'] as const

export type TestCardGroup = (typeof testCardGroups)[number]
