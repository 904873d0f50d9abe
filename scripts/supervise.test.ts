import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isAlive } from './data-folder-lock.mjs'
import { supervise } from './supervise.mjs'

let folder: string
let pidFile: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'supervise-'))
  pidFile = path.join(folder, 'pid')
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const command = (program: string) => ({
  name: 'some',
  args: ['-e', `fs.writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); ${program}`],
  readyLine: /\bready\b/,
})
const lastPid = () => Number(readFileSync(pidFile, 'utf8'))

it('a process that crashes is restarted, with a message', async () => {
  const supervised = supervise(command(`console.log('ready'); setInterval(() => {}, 1000)`), process.env)
  await supervised.ready
  const first = lastPid()
  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(lastPid()).not.toBe(first), { timeout: 10_000, interval: 20 })
  expect(console.error).toHaveBeenCalledWith('The some process ended (137). Starting it again in 0.5 s.')
  const second = lastPid()
  await supervised.stop()
  expect(isAlive(second)).toBe(false)
})

it('a process that ends before it was ready is not restarted', async () => {
  const supervised = supervise(command('process.exit(3)'), process.env)
  await expect(supervised.ready).rejects.toThrow('The some process ended before it was ready (3).')
  await supervised.stop()
})
