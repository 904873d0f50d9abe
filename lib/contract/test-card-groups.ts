/** Groups of test cards in display order, apart from the numbers, which pages do not bundle. */
export const testCardGroups = ['approved', 'declined', 'confirm', 'wrong'] as const

export type TestCardGroup = (typeof testCardGroups)[number]
