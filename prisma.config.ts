import path from 'node:path'
import { defineConfig } from 'prisma/config'

// No database URL: `generate` and `validate` need none, and lib/platform/migrate.ts applies the migrations.
export default defineConfig({
  schema: path.join('prisma'),
  migrations: { path: path.join('prisma', 'migrations') },
})
