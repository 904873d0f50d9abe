import * as fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { ROOT } from '@/scripts/stamps.mjs'

export interface PageRoute {
  /** Route by its file: `/pay/[linkId]`. */
  route: string
  /** Requested paths. */
  paths: string[]
}

/** SQL of the values of a name in brackets: the newest of each kind, and of each state. */
const PARAMETERS: Readonly<Record<string, string>> = {
  linkId: newestOfEachState('payment_link'),
  paymentId: newestOfEachState('payment'),
  customerId: newestOfEachState('customer'),
  settlementId: newestOfEachState('settlement'),
  chargeId: `SELECT DISTINCT ON (state) id FROM dashboard.charge ORDER BY state, created_at DESC`,
  eventId: `SELECT DISTINCT ON (kind) id FROM service.event ORDER BY kind, created_at DESC`,
  importId: `SELECT id FROM dashboard.link_batch ORDER BY created_at DESC LIMIT 5`,
  slug: `SELECT slug AS id FROM service.account LIMIT 5`,
  challenge: `SELECT challenge AS id FROM test_bank.operation WHERE challenge IS NOT NULL ORDER BY created_at DESC LIMIT 5`,
}

const SERVED = /^(page\.tsx|(data|export)\/route\.ts)$/
const PARAMETER = /\[(\w+)\]/

/**
 * Returns every page, data route and export of the app, found by its files, in one account, with ids from the database as
 * parameters.
 */
export async function pageRoutes(
  databaseUrl: string,
  account: string,
): Promise<{ routes: PageRoute[]; unasked: string[] }> {
  const files = fs.readdirSync(path.join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
  const routes = files.flatMap((file) => {
    const served = /(?:^|\/)(page\.tsx|(?:data|export)\/route\.ts)$/.exec(file)?.[1] ?? ''
    if (!SERVED.test(served)) return []
    const folder = path.dirname(file)
    const parts = folder.split('/').filter((part) => part !== '.' && !part.startsWith('('))
    return [`/${parts.join('/')}`.replace('[account]', account).replace('[...rest]', 'nowhere')]
  })
  const ids = await idsOf(databaseUrl)
  const guides = fs.readdirSync(path.join(ROOT, 'docs/guides')).filter((file) => file.endsWith('.md'))
  ids.set(
    'guide',
    guides.map((file) => file.replace('.md', '')),
  )
  const asked = routes.map((route) => {
    const name = PARAMETER.exec(route)?.[1]
    const values = name ? (ids.get(name) ?? []) : ['']
    return { route, paths: values.map((value) => route.replace(PARAMETER, encodeURIComponent(value))) }
  })
  return {
    routes: asked.filter(({ paths }) => paths.length > 0),
    unasked: asked.flatMap(({ route, paths }) => (paths.length === 0 ? [route] : [])),
  }
}

async function idsOf(databaseUrl: string): Promise<Map<string, string[]>> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const ids = new Map<string, string[]>()
    for (const [name, text] of Object.entries(PARAMETERS)) {
      const { rows } = await client.query<{ id: string }>(text)
      ids.set(
        name,
        rows.map(({ id }) => id),
      )
    }
    return ids
  } finally {
    await client.end()
  }
}

function newestOfEachState(table: string): string {
  return `SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY status ORDER BY created_at DESC) AS place FROM service.${table}
    ) AS newest WHERE place <= 3`
}
