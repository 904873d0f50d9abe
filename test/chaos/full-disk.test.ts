import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Random } from '@/prisma/demo/random'
import { sessionToken } from '@/test/fixtures/session-token'
import { call, type ResponseCounts, send } from './chaos-clients'
import { type Deployment, startDeployment } from './deployment'
import { type Merchant, openMerchant } from './merchant'
import { bookFaults, startLoad, untilFinal } from './start-load'

/**
 * `CHAOS=1 npx vitest run test/chaos/full-disk.test.ts`, as root on Linux: it mounts a small disk (docs/reliability.md).
 */
const IS_WANTED = process.env.CHAOS === '1' && process.getuid?.() === 0
const DISK_MIB = 400
const FAULT_MS = 30_000
const CALM_MS = 5_000
const RECOVERED_MS = 60_000
const BALLAST_BYTES = 1_024 ** 2
const TEST_MS = 600_000

describe.skipIf(!IS_WANTED)('a database that accepts no writes', () => {
  const disk = path.join(os.tmpdir(), `checkout-disk-${process.pid}`)
  const ballast = path.join(disk, 'ballast')
  const responseCounts: ResponseCounts = new Map()
  const random = new Random(1)
  let deployment: Deployment
  let merchant: Merchant
  let session = ''

  beforeAll(async () => {
    fs.mkdirSync(disk, { recursive: true })
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=755`, 'tmpfs', disk])
    deployment = await startDeployment({
      count: { api: 1, worker: 1, web: 1 },
      folder: path.join(disk, 'postgres'),
    })
    merchant = await openMerchant(deployment, responseCounts, ['4242424242424242', '4242424242424242'])
    const { dashboard, ctx } = merchant
    session = await sessionToken(dashboard, ctx.userId, deployment.env.NEXTAUTH_SECRET ?? '')
  }, TEST_MS)
  afterAll(async () => {
    fs.rmSync(ballast, { force: true })
    await merchant?.close()
    await deployment?.stop()
    execFileSync('/bin/umount', ['--lazy', disk])
    fs.rmdirSync(disk)
  }, TEST_MS)

  const fill = () => {
    const file = fs.openSync(ballast, 'a')
    try {
      for (let size = BALLAST_BYTES; size >= 1; size = Math.floor(size / 16))
        try {
          for (;;) fs.writeSync(file, Buffer.alloc(size))
        } catch {
          // No room for a piece of this size; a smaller one may fit.
        }
    } finally {
      fs.closeSync(file)
    }
  }
  const setReadOnly = async (value: 'on' | 'off') => {
    const owner = new Client({
      connectionString: deployment.databaseUrl,
      options: '-c default_transaction_read_only=off',
    })
    await owner.connect()
    await owner.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`)
    await owner.query('SELECT pg_reload_conf()')
    await owner.end()
  }

  test.each([
    {
      name: 'a full disk',
      begin: async () => {
        const timer = setInterval(fill, 200)
        return async () => {
          clearInterval(timer)
          fs.rmSync(ballast, { force: true })
        }
      },
    },
    {
      name: 'a server that is read-only',
      begin: async () => {
        await setReadOnly('on')
        return () => setReadOnly('off')
      },
    },
    {
      name: 'a server that is down',
      begin: async () => {
        const timer = setInterval(() => deployment.postgres.kill(), 100)
        return async () => clearInterval(timer)
      },
    },
  ])(
    '$name causes clean refusals, loses nothing and needs no restart',
    async ({ name, begin }) => {
      const load = startLoad(merchant, random, { buyers: 3, payers: 1 })
      const started = new Map(deployment.processes.map((managed) => [managed.name, managed.pid]))
      await setTimeout(CALM_MS)
      responseCounts.clear()
      const end = await begin()
      onTestFinished(end)
      const seen = await visitScreens(name)
      await setTimeout(FAULT_MS)
      console.log(`during ${name}:`, Object.fromEntries([...responseCounts].toSorted()), seen)
      const during = [...responseCounts.keys()]
      // Reads go on with a full disk, until the session's last use is to be written: then a page is Next's own 500.
      expect(seen['data route']).toMatch(/^(?:200|503)/)
      for (const page of [seen['dashboard page'], seen['payment page']])
        expect(page).toMatch(/^(?!503)|^503 .*not available right now/)
      if (name === 'a server that is down')
        expect(Object.values(seen).map((answer) => answer.slice(0, 3))).toEqual(['503', '503', '503'])
      await end()
      const from = Date.now()
      const charge = async () =>
        (await call(merchant.shop, 'probe', 'POST', '/payment_links', { body: { title: 'Tea', amount: 2 } }))
          ?.status
      await expect.poll(charge, { timeout: RECOVERED_MS, interval: 250 }).toBe(201)
      const recoveredS = (Date.now() - from) / 1_000
      await load.end()
      await untilFinal(merchant)
      console.log(`${name}: serves again after ${recoveredS} s, all final after`, (Date.now() - from) / 1_000)

      const books = new Client({ connectionString: deployment.databaseUrl })
      await books.connect()
      onTestFinished(() => books.end())
      expect(await bookFaults(books, load)).toEqual([])
      await deployment.operator('check')
      expect(during.filter((answer) => /^(?!page).* 5(?!03)/.test(answer))).toEqual([])
      expect(new Map(deployment.processes.map((managed) => [managed.name, managed.pid]))).toEqual(started)
    },
    TEST_MS,
  )

  /** Returns the responses of the web process in this state: of a page and of a data route. */
  async function visitScreens(name: string): Promise<Record<string, string>> {
    await setTimeout(CALM_MS)
    const web = deployment.processes.find(({ kind }) => kind === 'web')
    const webUrl = `http://localhost:${web?.port}`
    const seen: Record<string, string> = {}
    for (const [what, url, accept] of [
      ['dashboard page', `${webUrl}/`, 'text/html'],
      ['data route', `${webUrl}/casa-verde/data/payments/list`, 'application/json'],
      ['payment page', `${webUrl}/pay/none`, 'text/html'],
    ] as const) {
      const headers = { Cookie: `next-auth.session-token=${session}`, Accept: accept }
      const answer = await send({ responseCounts: new Map() }, name, url, { headers, redirect: 'follow' })
      seen[what] = `${answer?.status} ${what === 'data route' ? answer?.text : titleOf(answer?.text ?? '')}`
    }
    return seen
  }
})

function titleOf(html: string): string {
  const text = html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  return text.slice(0, 160)
}
