import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMigrations } from '@/lib/platform/migrate'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'

const FOLDER = import.meta.dirname
const CHAR_OID = 18
/** Id above those of Postgres' own types: the adapter reads these columns as text. */
const UNKNOWN_OID = 100_018

let database: TestDatabase

/** Loads the engine of `prisma migrate` as WebAssembly: no binary, no network. */
async function loadEngine(): Promise<void> {
  const file = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg')).replace(
    /\.js$/,
    '.wasm',
  )
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) },
  })
  // Its glue code is written for bundlers; here the two halves are connected by hand.
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {
    './schema_engine_bg.js': { ...engine },
  })
  engine.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
}

/**
 * Adapter for the catalog's "char" columns, which Prisma's does not support: they are read as text and renamed
 * afterwards.
 */
class CatalogueAdapter extends PrismaPg {
  readonly #chars = new WeakMap<object, number[]>()

  constructor(connections: pg.Pool) {
    super(connections)
    const query = connections.query.bind(connections)
    Object.assign(connections, {
      query: async (config: pg.QueryArrayConfig, values?: unknown[]) => {
        const result = await query(config, values)
        const chars = result.fields.flatMap((field, index) => (field.dataTypeID === CHAR_OID ? [index] : []))
        for (const index of chars) Object.assign(result.fields[index] ?? {}, { dataTypeID: UNKNOWN_OID })
        this.#chars.set(result.rows, chars)
        return result
      },
    })
  }

  override async connect() {
    const adapter = await super.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query)
      for (const index of this.#chars.get(result.rows) ?? []) {
        result.columnTypes[index] = ColumnTypeEnum.Character
        for (const row of result.rows) if (row[index] === '') row[index] = '\0'
      }
      return result
    }
    return adapter
  }
}

beforeAll(async () => {
  database = await createTestDatabase()
  await loadEngine()
})

afterAll(async () => {
  await database.drop()
})

const schema = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.prisma'))
    .map((name) => ({
      path: path.join(FOLDER, name),
      content: readFileSync(path.join(FOLDER, name), 'utf8'),
    }))

const filters = { externalTables: [], externalEnums: [] }

/** Calls the engine of `prisma migrate` over the migrated database. */
async function withEngine<T>(
  files: ReturnType<typeof schema>,
  work: (migrated: engine.SchemaEngine) => Promise<T>,
): Promise<T> {
  const datamodels = files.map((file): [string, string] => [file.path, file.content])
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  const adapter = bindMigrationAwareSqlAdapterFactory(new CatalogueAdapter(pool))
  try {
    return await work(await engine.SchemaEngine.new({ datamodels }, () => {}, adapter))
  } finally {
    await pool.end()
  }
}

/** Returns the SQL that would change the migrated database to this schema. */
async function difference(files: ReturnType<typeof schema>): Promise<string> {
  const { stdout } = await withEngine(files, (migrated) =>
    migrated.diff({
      from: { tag: 'schemaDatasource', files, configDir: FOLDER },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters,
    }),
  )
  return (stdout ?? '').replace('-- This is an empty migration.', '').trim()
}

it("Prisma's schema and the migrations describe the same tables", async () => {
  expect(await difference(schema())).toBe('')
})

it('a column that only one of them has would be detected', async () => {
  const without = schema().map((file) => ({
    ...file,
    content: file.content.replace(/^ +legalName .*$/m, ''),
  }))
  expect(await difference(without)).toContain('DROP COLUMN "legal_name"')
})

it('`prisma migrate status` and `deploy` agree with the applied migrations, marked or not', async () => {
  const migrationsList: engine.MigrationList = {
    baseDir: path.join(FOLDER, 'migrations'),
    lockfile: { path: './migration_lock.toml', content: null },
    shadowDbInitScript: '',
    migrationDirectories: readMigrations(path.join(FOLDER, 'migrations')).map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
  const found = await withEngine(schema(), async (migrated) => ({
    status: await migrated.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters,
    }),
    deployed: await migrated.applyMigrations({ migrationsList, filters }),
  }))
  expect(found).toMatchObject({
    status: { editedMigrationNames: [], failedMigrationNames: [], hasMigrationsTable: true, history: null },
    deployed: { appliedMigrationNames: [] },
  })
})
