import path from 'node:path'
import { ownerUrl, readEnvironment } from '@/lib/platform/env'
import { migrate } from '@/lib/platform/migrate'

try {
  const applied = await migrate(ownerUrl(readEnvironment()), path.resolve('prisma/migrations'))
  for (const name of applied) console.log(`Applied migration ${name}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
