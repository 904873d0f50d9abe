import type { Database, Queryable } from '@/lib/platform/database'

/** How the test bank behaves. */
export interface TestBankSettings {
  /** Waited by the bank before each call, 0 to 60,000. */
  delayMs: number
  /** Every call fails without being heard. */
  outage: boolean
}

export const TEST_BANK_DELAY_MAX_MS = 60_000

interface SettingRow {
  delay_ms: number
  outage: boolean
}

/** The bank's settings as they are now; `db` acts as the bank. */
export async function readTestBankSettings(db: Queryable): Promise<TestBankSettings> {
  const { rows } = await db.query<SettingRow>({
    name: 'bank-settings',
    text: 'SELECT delay_ms, outage FROM test_bank.setting',
  })
  return toSettings(rows[0])
}

/** Changes what is given and tells what holds from the next call on, in every process. */
export async function changeTestBank(
  database: Database,
  change: Partial<TestBankSettings>,
): Promise<TestBankSettings> {
  const { rows } = await database.as('checkout_bank').query<SettingRow>({
    text: `UPDATE test_bank.setting SET delay_ms = coalesce($1, delay_ms), outage = coalesce($2, outage)
      RETURNING delay_ms, outage`,
    values: [change.delayMs ?? null, change.outage ?? null],
  })
  return toSettings(rows[0])
}

function toSettings(row: SettingRow | undefined): TestBankSettings {
  if (!row) throw new Error('the test bank has no settings')
  return { delayMs: row.delay_ms, outage: row.outage }
}
