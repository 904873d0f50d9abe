import { Database } from '@/lib/platform/database'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'

/**
 * Compares the books as `operator check` does, for a database that a test is done with. Throws with every discrepancy.
 */
export async function expectCoherentBooks(url: string): Promise<void> {
  const database = new Database({ url, max: 1, applicationName: 'checkout-test-books' })
  try {
    // Tests without a reconciler leave pending payments that no process closes.
    const breaks = (await checkCoherence({ database })).filter(({ kind }) => kind !== 'payment_stuck_pending')
    if (breaks.length > 0)
      throw new Error(`the books do not add up after this test file:\n${JSON.stringify(breaks, null, 2)}`)
  } finally {
    await database.close()
  }
}
