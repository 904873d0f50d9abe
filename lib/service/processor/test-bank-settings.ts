import type { Database, Queryable } from '@/lib/platform/database'

/** Settings of the test bank. */
export interface TestBankSettings {
  /** Delay before each call, 0 to 60,000. */
  delayMs: number
  /** True if every call fails without effect. */
  outage: boolean
}

export const TEST_BANK_DELAY_MAX_MS = 60_000

interface SettingRow {
  delay_ms: number
  outage: boolean
}

/** Returns the bank's current settings; `db` acts as the bank. */
export async function readTestBankSettings(db: Queryable): Promise<TestBankSettings> {
  const { rows } = await db.query<SettingRow>({
    name: 'bank-settings',
    text: 'SELECT delay_ms, outage FROM test_bank.setting',
  })
  return toSettings(rows[0])
}

/** Changes the given settings and returns those that apply from the next call on, in every process. */
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
