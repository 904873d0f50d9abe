import * as fs from 'node:fs'
import path from 'node:path'
import { runningPostgres } from '@/scripts/postgres.mjs'
import { runCommand } from '@/scripts/user-error.mjs'
import type { Leak } from './leak'
import { type KnownSecret, pageNeedles, storedNeedles } from './needles'
import { pageRoutes } from './page-routes'
import { searchDatabase } from './search-database'
import { searchDataFolder, searchLines } from './search-files'
import { searchPages } from './search-pages'

// `run-leak-search LOG REPORT` with DATA_DIR and WEB_URL of a running `npm start`: searches its database, its log, its
// folder and its pages, prints each find by location and kind, and writes them to REPORT as JSON.
await runCommand(async () => {
  const [logFile = '', reportFile = ''] = process.argv.slice(2)
  const { DATA_DIR: dataDir = '', WEB_URL: webUrl = '' } = process.env
  const demo: { base_url: string; email: string; password: string; api_key: string; account_slug: string } =
    readJson(dataDir, 'demo.json')
  const databaseUrl = process.env.DATABASE_URL ?? runningPostgres(path.join(dataDir, 'postgres'))
  if (!databaseUrl) throw new Error(`no Postgres runs over ${dataDir}`)

  const secrets = secretsOf(readJson(dataDir, 'secrets.json'), demo, databaseUrl)
  const [stored, shown] = [storedNeedles(secrets), pageNeedles(secrets)]
  const { routes, unasked } = await pageRoutes(databaseUrl, demo.account_slug)
  const visitor = {
    webUrl,
    account: demo.account_slug,
    baseUrl: demo.base_url,
    email: demo.email,
    password: demo.password,
    apiKey: demo.api_key,
  }
  // The pages come first: the traces of these requests are then searched, too.
  const pages = await searchPages(visitor, routes, shown)
  const database = await searchDatabase(databaseUrl, stored)
  const files = searchDataFolder(dataDir, stored)
  const log = searchLines(path.basename(logFile), fs.readFileSync(logFile, 'utf8'), stored)

  const finds: Leak[] = [...pages.finds, ...database.finds, ...files.finds, ...log]
  fs.writeFileSync(reportFile, `${JSON.stringify({ finds }, null, 2)}\n`)
  console.log(
    `Searched ${database.rows} rows of ${database.tables} tables, ${pages.pages} answers, ${files.files} files and the server's log for cards and secrets.`,
  )
  if (unasked.length > 0) console.log(`Nothing to ask for at ${unasked.join(', ')}.`)
  for (const { where, what } of finds) console.log(`LEAK: ${what} in ${where}`)
  if (finds.length > 0) process.exitCode = 1
})

function secretsOf(
  secrets: Record<string, string>,
  demo: { password: string; api_key: string },
  databaseUrl: string,
): KnownSecret[] {
  const own = Object.entries(secrets).flatMap(([name, value]) => [
    { kind: name, value },
    // Each key of `id:key,id:key` separately.
    ...value.split(',').map((part) => ({ kind: name, value: part.slice(part.indexOf(':') + 1) })),
  ])
  return [
    ...own,
    { kind: 'the demo password', value: demo.password },
    { kind: 'the demo API key', value: demo.api_key },
    { kind: "the database's password", value: decodeURIComponent(new URL(databaseUrl).password) },
  ]
}

function readJson(folder: string, file: string) {
  return JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'))
}
