/** Error that the user of the command can fix. Its message is one line with the remedy. */
export class UserError extends Error {}

/**
 * Runs a command's body; a UserError ends it with its one line, any other error with its stack.
 * @param {() => Promise<void>} body
 */
export async function runCommand(body) {
  try {
    await body()
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error)
    process.exitCode = 1
    // Every child is guarded, so it ends with us.
    process.exit()
  }
}

/** @param {string} version a version such as 20.19.0 */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new UserError(
    `Checkout needs Node.js 20.19 or later and this is ${version}. Install a newer one (24 is fastest) from https://nodejs.org.`,
  )
}

/** Sends console output to stderr: standard output is only for the answer. @param {() => Promise<void>} work */
export async function quietly(work) {
  const { log } = console
  console.log = console.error
  try {
    await work()
  } finally {
    console.log = log
  }
}
