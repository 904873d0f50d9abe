import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { processTreeCpuUs } from './process-cpu'

it.runIf(existsSync('/proc/self/stat'))('the processor time includes that of a child process', async () => {
  const busy =
    "const end = Date.now() + 200; while (Date.now() < end); console.log('done'); setInterval(() => {}, 1e6)"
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" -e "${busy}" & wait`], { detached: true })
  try {
    await once(shell.stdout, 'data')
    expect(processTreeCpuUs(shell.pid ?? 0)).toBeGreaterThan(50_000)
  } finally {
    process.kill(-(shell.pid ?? 0), 'SIGKILL')
  }
})
