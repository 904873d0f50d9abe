import { paymentSchema } from '@/lib/contract/payment'
import { type MirroredRow, rowMirror } from '@/lib/dashboard/reads/row-mirror'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'

/** The payment of a mirror row. */
export function shownPayment(row: MirroredRow): ShownPayment {
  return { ...paymentSchema.parse(row.snapshot), mirror: rowMirror(row) }
}
