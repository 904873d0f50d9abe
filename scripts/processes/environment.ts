import { readEnvironment } from '@/lib/platform/env'
import { Keyring } from '@/lib/platform/secrets'

/**
 * Refuses an environment in which no process could work: for the commands, before they start or change a database. Throws
 * one line that names each variable that is missing or wrong, never its value.
 */
export function checkEnvironment(env: NodeJS.ProcessEnv): void {
  const { ENCRYPTION_KEYS } = readEnvironment(env)
  try {
    new Keyring(ENCRYPTION_KEYS)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error} See "Settings" in the README.`)
  }
}
