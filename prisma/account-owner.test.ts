import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startDashboard } from '@/test/fixtures/test-dashboard'

const dashboard = await startDashboard()

test('an existing account belongs to the team that sign-up or the operator connected, never to one that typed a key', async () => {
  const owner = new Client({ connectionString: dashboard.url })
  await owner.connect()
  const team = (id: string) =>
    owner.query(`INSERT INTO dashboard.team (id, name, created_at) VALUES ($1, $1, now())`, [id])
  const connection = (id: string, teamId: string, accountId: string, minutesAgo: number) =>
    owner.query(
      `INSERT INTO dashboard.connection (id, team_id, base_url, api_key_sealed, api_key_last4, account, created_at, slug)
        VALUES ($1, $2, 'https://x.test/' || $1, 'x', 'last', jsonb_build_object('id', $3::text), now() - $4 * interval '1 min', $1)`,
      [id, teamId, accountId, minutesAgo],
    )
  const entry = (id: string, teamId: string, objectId: string | null) =>
    owner.query(
      `INSERT INTO dashboard.audit_entry (team_id, id, action, outcome, object_id, created_at)
        VALUES ($1, $2, 'connection.connect', $3, $4, now())`,
      [teamId, id, objectId === null ? 'intent' : 'done', objectId],
    )
  for (const id of ['acct_signed', 'acct_operated', 'acct_typed'])
    await owner.query(
      `INSERT INTO service.account (id, name, slug, status, activation_status, contact_email, currency, timezone, country, created_at)
        VALUES ($1, 'Shop', $1, 'ACTIVE', 'ACTIVATED', 'a@b.test', 'USD', 'UTC', 'US', now())`,
      [id],
    )
  for (const id of ['team_signed', 'team_operated', 'team_thief', 'team_crashed']) await team(id)
  await connection('conn_1', 'team_signed', 'acct_signed', 5)
  await entry('aud_signed', 'team_signed', 'conn_1')
  await connection('conn_2', 'team_operated', 'acct_operated', 5)
  // A stranger connects each account by a leaked key, once before its owner, and once in a call that died half-way.
  for (const [index, account] of ['acct_signed', 'acct_operated', 'acct_typed'].entries()) {
    await connection(`conn_thief_${index}`, 'team_thief', account, 60)
    await entry(`aud_thief_${index}`, 'team_thief', `conn_thief_${index}`)
  }
  await connection('conn_crashed', 'team_crashed', 'acct_typed', 60)
  await entry('aud_typed', 'team_crashed', null)

  await owner.query('UPDATE service.account SET owner_team = NULL')
  const sql = readFileSync('prisma/migrations/20261127120000_account_owner/migration.sql', 'utf8')
  await owner.query(sql.slice(sql.indexOf('UPDATE')))
  const { rows } = await owner.query('SELECT id, owner_team FROM service.account ORDER BY id')
  expect(rows).toEqual([
    { id: 'acct_operated', owner_team: 'team_operated' },
    { id: 'acct_signed', owner_team: 'team_signed' },
    { id: 'acct_typed', owner_team: null },
  ])
  await owner.end()
})
