import path from 'node:path'
import { defineConfig } from 'prisma/config'

// No address of a database: `generate` and `validate` need none, and migrations are applied by lib/platform/migrate.ts.
export default defineConfig({
  schema: path.join('prisma'),
  migrations: { path: path.join('prisma', 'migrations') },
})
