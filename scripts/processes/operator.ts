import { Database, type Side } from '@/lib/platform/database'
import { ownerUrl, readApiKey, readEnvironment } from '@/lib/platform/env'
import { Keyring } from '@/lib/platform/secrets'
import { requireMode } from '@/lib/service/claim-mode'
import { openProcessorBooks } from '@/lib/service/processor/open-processor'
import { runOperator } from './operator/program'
import { verifySealedValues } from './sealed-columns'

const complain = (line: string) => console.error(line)

async function run(): Promise<number> {
  const env = readEnvironment()
  const database = new Database<Side>({ url: ownerUrl(env), max: 2, applicationName: 'checkout-operator' })
  const session = {
    database,
    db: database.as('checkout_system'),
    keyring: new Keyring(env.ENCRYPTION_KEYS),
    owner: { url: ownerUrl(env), env },
    urls: { web: env.WEB_URL, api: env.API_URL },
    testMode: env.TEST_MODE,
    bank: env.BANK,
    stripe: env,
    processor: env.PROCESSOR,
    payoutFrom: { name: env.PAYOUT_FROM_NAME, account: env.PAYOUT_FROM_ACCOUNT, bic: env.PAYOUT_FROM_BIC },
    books: openProcessorBooks({ env, database }),
    apiKey: readApiKey(),
    verify: async ({ values }: { values: boolean }) => {
      // The test bank would pay out real money's settlements.
      await requireMode(session.db, env)
      // A value sealed under a wrong key would keep every process from starting.
      if (values) await verifySealedValues(database, database, session.keyring)
    },
    now: () => new Date(),
    write: (text: string) => void process.stdout.write(text),
  }
  try {
    return await runOperator(process.argv.slice(2), session, complain)
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  complain(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
