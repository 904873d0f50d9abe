import * as z from 'zod'
import { monthField } from './settlement'
import { balanceFigures } from './tabs'

export type BalanceFigure = (typeof balanceFigures)[number]

/** A figure, and when the host returned it: a newer balance has its own explanation. */
export const explanationFilterSchema = z.object({ figure: z.enum(balanceFigures), at: z.string().optional() })

export const settlementMonthFilterSchema = z.object({ month: monthField.unwrap() })
