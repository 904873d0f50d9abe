/** In the order in which a page shows them: what one tries first comes first. Apart from the table of numbers, which no script needs. */
export const testCardGroups = ['approved', 'declined', 'confirm', 'wrong'] as const

export type TestCardGroup = (typeof testCardGroups)[number]
