import { Client } from 'pg'
import type { Database } from '@/lib/platform/database'
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from '@/test/test-database'
import { openTestPool } from './create-shop'

/** SQL that replaces `clock_timestamp()` without a schema with ours: leases use only that function. */
const SIMULATED_CLOCK = `
  CREATE SCHEMA simulation;
  CREATE TABLE simulation.clock (at timestamptz NOT NULL);
  INSERT INTO simulation.clock VALUES (pg_catalog.now());
  CREATE FUNCTION simulation.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT at FROM simulation.clock';
  GRANT USAGE ON SCHEMA simulation TO PUBLIC;
  GRANT SELECT, UPDATE ON simulation.clock TO PUBLIC;
  DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET search_path = simulation, pg_catalog, public', current_database());
  END $$;`

/** Opens a test database whose leases expire by the one row of `simulation.clock`, and a pool on it. */
export async function openSimulatedClockDatabase(
  max?: number,
  options?: TestDatabaseOptions,
): Promise<{ database: Database; close: TestDatabase['drop'] }> {
  const testDatabase = await createTestDatabase(options)
  const owner = new Client({ connectionString: testDatabase.url })
  await owner.connect()
  await owner.query(SIMULATED_CLOCK)
  await owner.end()
  const database = openTestPool(testDatabase.url, max)
  return {
    database,
    async close(other) {
      // The other books may be read over this pool.
      await testDatabase.drop(other)
      await database.close()
    },
  }
}
