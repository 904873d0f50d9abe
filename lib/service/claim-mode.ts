import { findRow, type Handle } from '@/lib/platform/database'
import type { Environment } from '@/lib/platform/env'

type Mode = Pick<Environment, 'TEST_MODE' | 'PROCESSOR'>

const named = (testMode: boolean) => (testMode ? 'test mode' : 'live mode')

/**
 * Records the mode and the processor of a deployment at its first start; the processor may change while it knows no
 * payment and no card. `db`: `checkout_system`. Throws one line that names the remedy.
 */
export async function claimMode(db: Handle, mode: Mode): Promise<void> {
  await db.query({
    text: `INSERT INTO health.deployment AS d (test_mode, processor) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET processor = excluded.processor
      WHERE d.test_mode = excluded.test_mode AND d.processor <> excluded.processor
        AND NOT EXISTS (SELECT FROM service.payment) AND NOT EXISTS (SELECT FROM service.saved_card)
        AND NOT EXISTS (SELECT FROM service.sign_up WHERE token_sealed IS NOT NULL)`,
    values: [mode.TEST_MODE, mode.PROCESSOR],
  })
  await requireMode(db, mode)
}

/** Throws one line if a database belongs to another mode or processor. `db`: `checkout_system`. */
export async function requireMode(db: Handle, { TEST_MODE, PROCESSOR }: Mode): Promise<void> {
  const first = await findRow<{ test_mode: boolean; processor: string }>(db, {
    text: 'SELECT test_mode, processor FROM health.deployment',
  })
  if (!first) return
  if (first.test_mode !== TEST_MODE)
    throw new Error(
      `This database was first used in ${named(first.test_mode)}, and TEST_MODE=${Number(TEST_MODE)} is ${named(TEST_MODE)}. Test money and real money need two databases: give this deployment a new, empty one, or set TEST_MODE=${Number(first.test_mode)}.`,
    )
  if (first.processor !== PROCESSOR)
    throw new Error(
      `This database has payments or saved cards of PROCESSOR=${first.processor}, and PROCESSOR is ${PROCESSOR}. Give this deployment a new, empty database, or set PROCESSOR=${first.processor}.`,
    )
}
