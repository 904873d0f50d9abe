export type BalanceFigure = (typeof balanceFigures)[number]

/** Figures of the balance that can be explained. */
export const balanceFigures = ['available', 'in_transit', 'paid_out'] as const
