import path from 'node:path'
import { databaseUrl, readEnvironment } from '@/lib/platform/env'
import { migrate } from '@/lib/platform/migrate'
import { requireMigrated } from '@/lib/platform/require-migrated'

try {
  const env = readEnvironment()
  const folder = path.resolve('prisma/migrations')
  if (env.DATABASE_URL) {
    const applied = await migrate(env.DATABASE_URL, folder)
    for (const name of applied) console.log(`Applied migration ${name}`)
  } else await requireMigrated(databaseUrl(env, 'service'), folder)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
