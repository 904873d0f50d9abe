import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { freePort } from '@/scripts/ports.mjs'
import { removePostgres, startPostgres } from '@/scripts/postgres.mjs'
import { callUntilSuccess, payByForm, type Shop, send } from '@/test/chaos/chaos-clients'

/** Name of the image that `scripts/image.sh` has built; it runs this file as root. */
const IMAGE = process.env.IMAGE ?? ''
/** Podman without systemd and without a choice of its own between runtimes. */
const ENGINE = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs']
const CONFINED = '--read-only --cap-drop all --security-opt no-new-privileges --network host'.split(' ')
/** A sandbox may not raise its own limits. */
const LIMITS = '--ulimit nofile=1024:1024 --ulimit nproc=1024:1024'.split(' ')
const WRITABLE = ['--tmpfs', '/tmp', '--tmpfs', '/data:mode=1777']
const SECRETS = '/run/secrets'
const LIMIT_BYTES = 400_000_000
const START_MS = 60_000
const TEST_MS = 180_000

describe.skipIf(!IMAGE)('the image, with a read-only root and no capabilities', () => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'image-'))
  const names: string[] = []
  const responseCounts = new Map<string, number>()
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let env: Record<string, string>

  beforeAll(async () => {
    postgres = await startPostgres({ folder: path.join(folder, 'postgres'), throwaway: true })
    const [PORT, API_PORT] = [String(await freePort()), String(await freePort())]
    const addresses = { WEB_URL: `http://localhost:${PORT}`, API_URL: `http://localhost:${API_PORT}` }
    env = { HOST: '127.0.0.1', PORT, API_PORT, TRUSTED_PROXIES: '127.0.0.1', ...addresses }
    const secrets = {
      DATABASE_URL: postgres.url,
      NEXTAUTH_SECRET: randomBytes(32).toString('base64'),
      ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    }
    for (const [name, value] of Object.entries(secrets)) {
      fs.writeFileSync(path.join(folder, name), `${value}\n`, { mode: 0o644 })
      env[`${name}_FILE`] = `${SECRETS}/${name}`
    }
    fs.chmodSync(folder, 0o755)
  })
  afterAll(async () => {
    for (const name of names) podman('rm', '--force', '--time', '30', name)
    await postgres?.stop()
    removePostgres(path.join(folder, 'postgres'))
    fs.rmSync(folder, { recursive: true, force: true })
  }, TEST_MS)

  const podman = (...args: string[]) =>
    execFileSync('podman', [...ENGINE, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const settings = () => Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const options = () => [
    ...CONFINED,
    ...LIMITS,
    ...WRITABLE,
    '--volume',
    `${folder}:${SECRETS}:ro`,
    ...settings(),
    IMAGE,
  ]

  /** Runs a command of the image to its end. Returns its output; rejects if it fails. */
  const run = (...command: string[]) =>
    promisify(execFile)('podman', [...ENGINE, 'run', '--rm', ...options(), ...command])

  function startProcess(name: string): string {
    const container = `checkout-${name}-${process.pid}`
    names.push(container)
    podman('run', '--detach', '--name', container, ...options(), name)
    return container
  }

  it('is small enough', () => {
    const [image] = JSON.parse(podman('image', 'inspect', IMAGE))
    expect(image.Size).toBeLessThan(LIMIT_BYTES)
  })

  it(
    'migrates as a job of its own, serves, takes a payment, and stops cleanly',
    async () => {
      onTestFailed(() => {
        for (const name of names) console.error(`${name}:`, podman('logs', '--tail', '20', name))
      })
      await expect(run('worker')).rejects.toMatchObject({
        stderr: expect.stringContaining('npm run migrate'),
      })
      await run('migrate')
      const containers = ['api', 'web', 'worker'].map(startProcess)
      const [webUrl, apiUrl] = [env.WEB_URL ?? '', env.API_URL ?? '']
      const isReady = async (url: string) =>
        (await send({ responseCounts }, 'ready', `${url}/readyz`))?.status === 200
      for (const url of [apiUrl, webUrl])
        await expect.poll(() => isReady(url), { timeout: START_MS }).toBe(true)

      const account = ['--name', 'Kiosk', '--email', 'i@example.com', '--currency', 'USD']
      const place = ['--timezone', 'UTC', '--country', 'US', '--json']
      const { stdout } = await run('operator', 'account', 'create', ...account, ...place)
      const shop: Shop = { apiUrl, webUrl, key: JSON.parse(stdout).api_key, responseCounts }
      const link = await callUntilSuccess(shop, 'link', 'POST', '/payment_links', {
        title: 'Tea',
        amount: 12.5,
      })
      expect(await payByForm(shop, link.url, { card: '4242424242424242' })).toBe('paid')

      const states = containers.map((container) => {
        podman('stop', '--time', '30', container)
        return [container.split('-')[1], JSON.parse(podman('inspect', container))[0].State.ExitCode]
      })
      expect(states).toEqual([['api', 0], ['web', 0], ['worker', 0]]) // biome-ignore format: one row
    },
    TEST_MS,
  )
})
