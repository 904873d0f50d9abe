import { Database } from '@/lib/platform/database'
import { checkCoherence, type OtherBooks } from '@/lib/service/ledger/check-coherence'

/** Before any instant of a test. */
const EVER = new Date('2020-01-01T00:00:00.000Z')

/**
 * Compares the books as `operator check` does, for a database that a test is done with; `other` are the books of another
 * bank or processor than the test bank. Throws with every discrepancy.
 */
export async function expectCoherentBooks(url: string, other: Partial<OtherBooks> = {}): Promise<void> {
  const database = new Database({ url, max: 1, applicationName: 'checkout-test-books' })
  try {
    // Tests without a reconciler leave pending payments that no process closes.
    const found = await checkCoherence({ database, ...other, capturesSince: EVER })
    const breaks = found.filter(({ kind }) => kind !== 'payment_stuck_pending')
    if (breaks.length > 0)
      throw new Error(`the books do not add up after this test file:\n${JSON.stringify(breaks, null, 2)}`)
  } finally {
    await database.close()
  }
}
