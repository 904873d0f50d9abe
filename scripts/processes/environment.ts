import { readEnvironment } from '@/lib/platform/env'
import { Keyring } from '@/lib/platform/secrets'

/**
 * Validates an environment for the commands, before they start or change a database. Throws one line that names each
 * missing or invalid variable, never its value.
 */
export function checkEnvironment(env: NodeJS.ProcessEnv): void {
  const { ENCRYPTION_KEYS } = readEnvironment(env)
  try {
    new Keyring(ENCRYPTION_KEYS)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error} See "Settings" in the README.`)
  }
}
