import { connect } from '@/lib/dashboard/connections/connect'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import { addSigningSecret } from '@/lib/dashboard/connections/signing-secrets'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { createOwner } from '@/lib/dashboard/team/create-owner'
import { Database } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { openPrisma } from '@/lib/platform/prisma-client'
import { Keyring } from '@/lib/platform/secrets'
import { createTestDatabase } from '@/prisma/test-database'
import { NOON } from './dashboard'

export const OWNER = {
  email: 'owner@aurora.test',
  name: 'Rosa Aurora',
  password: 'correct horse battery',
  teamName: 'Aurora',
}
export const SIGNING_SECRET = 'whsec_of_a_test'

/** The dashboard's side over a database of its own, at a time that tests set. */
export interface TestDashboard extends Dashboard {
  url: string
  setNow(now: Date): void
  passMs(ms: number): void
  /** An owner with a team connected to a host; nothing is imported yet. */
  owner(host: { baseUrl: string; apiKey: string }, email?: string): Promise<ConnectionContext>
  stop(): Promise<void>
}

/** Starts a dashboard for a test file. Its clock stands still until the test moves it. */
export async function startDashboard(start = NOON): Promise<TestDashboard> {
  const testDatabase = await createTestDatabase()
  const database = new Database({ url: testDatabase.url, max: 6 })
  const prisma = openPrisma(testDatabase.url, 3, 'test-prisma')
  let now = start
  const dashboard: Dashboard = {
    database,
    prisma,
    keyring: new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`),
    http: new OutboundHttp({ testMode: true }),
    testMode: true,
    now: () => now,
    log: createLog('test', 'silent'),
  }
  return {
    ...dashboard,
    url: testDatabase.url,
    setNow: (next) => {
      now = next
    },
    passMs: (ms) => {
      now = new Date(now.getTime() + ms)
    },
    async owner({ baseUrl, apiKey }, email = OWNER.email) {
      const { userId, teamId } = await createOwner(dashboard, { ...OWNER, email })
      const { connectionId } = await connect(dashboard, { teamId, baseUrl, apiKey })
      await addSigningSecret(dashboard, connectionId, SIGNING_SECRET)
      return openConnection(dashboard, connectionId, { userId })
    },
    async stop() {
      await prisma.$disconnect()
      await database.close()
      await testDatabase.drop()
    },
  }
}
