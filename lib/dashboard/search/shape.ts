/** Searched nouns, in the order in which the palette shows them. */
export const foundNouns = ['customers', 'links', 'payments', 'settlements'] as const

export type FoundNoun = (typeof foundNouns)[number]
