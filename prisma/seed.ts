import * as fs from 'node:fs'
import path from 'node:path'
import { openDashboard } from '@/lib/dashboard/open-dashboard'
import { createLog } from '@/lib/platform/log'
import { openResources } from '@/lib/platform/process'
import { readTypedUrl } from '@/lib/platform/typed-url'
import { claimMode } from '@/lib/service/claim-mode'
import { type DemoMerchant, makeDemoMerchant } from '@/prisma/demo/demo-merchant'

// Run once by `npm start` when API and worker respond; later runs move the demo merchant to the current URLs.
// Its commits need not wait for the disk: the import flushes them all.
process.env.PGOPTIONS = '-c synchronous_commit=off'
const resources = openResources('seed')
const { env, database, dashboardDatabase } = resources
const dashboard = openDashboard(resources)
const file = path.join(env.DATA_DIR, 'demo.json')

try {
  const { testMode } = dashboard
  // Outside this machine the dashboard may call public URLs only.
  const isCallable = testMode || [env.WEB_URL, env.API_URL].every((url) => readTypedUrl(url, { testMode }).ok)
  if (isCallable) await make()
  else console.log('No demo merchant is made: the dashboard may not call the API at these addresses.')
} finally {
  await dashboard.prisma.$disconnect()
  await Promise.all([database.close(), dashboardDatabase.close()])
}

async function make(): Promise<void> {
  await claimMode(database.as('checkout_system'), env)
  const urls = { web: env.WEB_URL, api: env.API_URL }
  const demo = await makeDemoMerchant({
    // Log from `warn` on: ninety transfers of the past are not worth a line each.
    seedContext: { database, log: createLog('seed', 'warn'), urls, now: () => new Date() },
    dashboard,
    addresses: { webUrl: urls.web, apiUrl: urls.api, port: env.PORT, apiPort: env.API_PORT },
    // Our own file.
    made: fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as DemoMerchant) : null,
    receiverAnswers: webAnswers,
  })
  // Written atomically: a half-written file would hide the login forever.
  fs.writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  fs.renameSync(`${file}.${process.pid}`, file)
}

/** Waits for the web process, whose pages may still be in the build. `npm start` ends this process if the build fails. */
async function webAnswers(): Promise<void> {
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST
  for (;;) {
    const answer = await fetch(`http://${host}:${env.PORT}/sign-in`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
