import { ownerUrl, readEnvironment, sideUrls } from '@/lib/platform/env'
import { prepareLogins } from '@/lib/platform/side-logins'

/** Prepares the logins of an environment, as its owner: for the commands over the embedded Postgres. */
export async function prepareGivenLogins(source: NodeJS.ProcessEnv): Promise<void> {
  const env = readEnvironment(source)
  await prepareLogins(ownerUrl(env), { given: sideUrls(env) })
}
