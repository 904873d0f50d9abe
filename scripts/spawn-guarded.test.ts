import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import readline from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { isAlive } from './data-folder-lock.mjs'

const GUARD = pathToFileURL(`${import.meta.dirname}/spawn-guarded.mjs`).href
const WAIT = { timeout: 10_000, interval: 20 }

/** Starts a supervisor of one child; returns the ids of both once the child runs. */
async function supervise(body: string, options = '{}') {
  const program = `
    import { spawnGuarded } from '${GUARD}'
    const child = spawnGuarded(process.execPath, ['-e', ${JSON.stringify(`${body};console.log(process.pid);setInterval(() => {}, 1000)`)}], ${options})
    console.error(child.process.pid)
    process.on('SIGUSR2', () => child.stop().then(() => process.exit()))
  `
  const supervisor: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const firstNumber = async (stream: Readable | null) =>
    Number((await once(readline.createInterface(stream ?? process.stdin), 'line'))[0])
  const [child, guard] = await Promise.all([firstNumber(supervisor.stdout), firstNumber(supervisor.stderr)])
  return { supervisor, child, guard }
}

it('a child ends when its supervisor is killed', async () => {
  const { supervisor, child } = await supervise('')
  supervisor.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(child)).toBe(false), WAIT)
})

it('a child ends when the guard between them is killed', async () => {
  const { supervisor, child, guard } = await supervise('')
  process.kill(guard, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(child)).toBe(false), WAIT)
  supervisor.kill('SIGKILL')
})

it('a child that ignores the signal is ended all the same', async () => {
  const { supervisor, child } = await supervise(
    `process.on('SIGTERM', () => {})`,
    '{ stopTimeoutSeconds: 1 }',
  )
  supervisor.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(child)).toBe(false), WAIT)
})

it('stop waits until the child has ended', async () => {
  const { supervisor, child } = await supervise('')
  supervisor.kill('SIGUSR2')
  await once(supervisor, 'exit')
  expect(isAlive(child)).toBe(false)
})
