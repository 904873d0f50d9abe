import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isValidElement, type ReactElement } from 'react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Forbidden } from '@/components/page/screen-not-found'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { can, type Permission, permissions, roles } from '@/lib/dashboard/role-permissions'
import { endSessions } from '@/lib/dashboard/team/sessions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { type ReadName, reads } from '@/lib/reads'
import { english } from '@/test/english'
import { aCustomer, aLink, aPayment, aSettlement } from '@/test/factories/dashboard'
import { addMembers } from '@/test/fixtures/add-members'
import { connectedDashboard, externalHost } from '@/test/fixtures/connected-dashboard'
import { openPanelAccount } from '@/test/fixtures/open-panel-account'
import { sessionToken } from '@/test/fixtures/session-token'
import { loginEnvironment } from '@/test/test-logins'

const ROOT = path.resolve(import.meta.dirname, '../..')
const WEB_URL = 'http://localhost:3000'
const SECRET = 'x'.repeat(32)
const UNKNOWN_SLUG = 'nobody-has-this'
const browser = vi.hoisted(() => ({ token: '', origin: 'http://localhost:3000' as string | null, path: '/' }))

// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => ({ value: browser.token }) }),
  headers: async () =>
    new Headers({ 'x-page-path': browser.path, ...(browser.origin ? { origin: browser.origin } : {}) }),
}))
vi.mock('next/cache', () => ({ revalidatePath: () => {} }))
vi.mock('next/server', async (original) => ({ ...(await original<object>()), after: () => {} }))

const { dashboard, host, ctx } = await connectedDashboard(new Date())
const otherHost = await externalHost(new Date())
let theirs: ConnectionContext
const tokens = { member: '', stranger: '', ended: '', none: '', inReview: '' }

/** Ids of objects of the other team, by the URL segment that names them. */
const FOREIGN: Readonly<Record<string, string>> = {
  paymentId: 'P9',
  linkId: 'L9',
  customerId: 'C9',
  settlementId: 'S9',
  chargeId: 'chg_9',
  file: 'exp_9',
  importId: 'imp_9',
  entryId: 'aud_9',
  deliveryId: 'whd_9',
  eventId: 'evt_9',
  endpointId: 'we_9',
  requestId: 'req_9',
  runId: 'run_9',
}

/** Ids of objects of the other team, by the read of one object. */
const FOREIGN_READS: Partial<Record<ReadName, string>> = {
  'payments/detail': 'P9',
  'audit/detail': 'aud_9',
  'links/detail': 'L9',
  'customers/detail': 'C9',
  'links/list/customer': 'C9',
  'link-imports/detail': 'imp_9',
  'settlements/detail': 'S9',
  'charges/detail': 'chg_9',
  'deliveries/detail': 'whd_9',
  'events/detail': 'evt_9',
  'endpoints/detail': 'we_9',
  'requests/detail': 'req_9',
  'retry-runs/detail': 'run_9',
}

beforeAll(async () => {
  for (const [name, value] of Object.entries({
    ...loginEnvironment(dashboard.url),
    NEXTAUTH_SECRET: SECRET,
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    LOG_LEVEL: 'silent',
    WEB_URL,
    // The member's host is this deployment's own, so that the panel opens.
    API_URL: new URL(host.baseUrl).origin,
  }))
    vi.stubEnv(name, value)
  theirs = await dashboard.owner(otherHost, 'stranger@borealis.test')
  otherHost.payments = [aPayment({ id: 'P9' })]
  otherHost.links = [aLink({ id: 'L9' })]
  otherHost.customers = [aCustomer({ id: 'C9' })]
  otherHost.settlements = [aSettlement({ id: 'S9' })]
  await dashboard.importHistories()
  await seedTheirs()
  await openPanelAccount(dashboard, ctx, host)
  await seedPanel(await openPanelAccount(dashboard, theirs, otherHost))
  tokens.ended = await sessionToken(dashboard, ctx.userId, SECRET)
  const system = dashboard.database.as('checkout_dashboard_system')
  await endSessions(system, { userId: ctx.userId ?? '', by: 'password', now: dashboard.now() })
  tokens.member = await sessionToken(dashboard, ctx.userId, SECRET)
  tokens.stranger = await sessionToken(dashboard, theirs.userId, SECRET)
  const [inReview = ''] = await addMembers(dashboard, ctx.teamId, [['in-review@aurora.test', 'OWNER']])
  await system.query({
    text: 'UPDATE dashboard."user" SET review_since = now() WHERE id = $1',
    values: [inReview],
  })
  tokens.inReview = await sessionToken(dashboard, inReview, SECRET)
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

/** Seeds rows of the other team's dashboard that no host reports. */
async function seedTheirs() {
  const { connectionId, userId, teamId } = theirs
  const statements: [string, unknown[]][] = [
    [
      `INSERT INTO dashboard.charge (connection_id, id, customer_id, way, state, amount, amount_minor, currency, idempotency_key, created_at)
        VALUES ($1, 'chg_9', 'C9', 'CARD', 'DRAFT', 25, 2500, 'USD', 'key-9', now())`,
      [connectionId],
    ],
    [
      `INSERT INTO dashboard.export_job (connection_id, id, user_id, kind, input, file_name, state, created_at, expires_at)
        VALUES ($1, 'exp_9', $2, 'payments', '{}', 'x.xlsx', 'QUEUED', now(), now() + interval '1 day')`,
      [connectionId, userId],
    ],
    [
      `INSERT INTO dashboard.audit_entry (team_id, connection_id, id, action, outcome, created_at)
        VALUES ($2, $1, 'aud_9', 'keys.create', 'done', now())`,
      [connectionId, teamId],
    ],
  ]
  for (const [text, values] of statements) await theirs.db.query({ text, values })
}

async function seedPanel(accountId: string) {
  const db = dashboard.database.as('checkout_system')
  for (const text of [
    `INSERT INTO service.webhook_endpoint (account_id, id, url, status, secret_sealed, created_at)
      VALUES ($1, 'we_9', 'https://x.test', 'ACTIVE', 'x', now())`,
    `INSERT INTO service.event (account_id, id, kind, object_id, body, created_at)
      VALUES ($1, 'evt_9', 'payment.failed', 'x', '{}', now())`,
    `INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, next_attempt_at, created_at)
      VALUES ($1, 'whd_9', 'evt_9', 'we_9', 'payment.failed', 'x', now(), now())`,
    `INSERT INTO service.delivery_retry_run (account_id, id, filter, per_second, total, actor, created_at, next_batch_at)
      VALUES ($1, 'run_9', '{}', 1, 0, 'x', now(), now())`,
    `INSERT INTO service.api_request (account_id, id, key_id, method, route, path, status, duration_ms, created_at)
      VALUES ($1, 'req_9', 'key', 'GET', '/me', '/me', 200, 1, now())`,
  ])
    await db.query({ text, values: [accountId] })
}

async function as(role: string) {
  await dashboard.database.as('checkout_dashboard_system').query({
    text: 'UPDATE dashboard.membership SET role = $2 WHERE user_id = $1',
    values: [ctx.userId, role],
  })
}

interface Door {
  name: string
  file: string
  /** The method of a route. */
  method: 'GET' | 'POST'
  /** The read of the data route. */
  read?: ReadName
  allows: (role: (typeof roles)[number]) => boolean
}

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
const documented = tablesOf(readFileSync(path.join(ROOT, 'docs/doors.md'), 'utf8'))

/** Returns the rows of the doc's tables by the first cell of the heading. */
function tablesOf(text: string): Record<string, string[][]> {
  const tables: Record<string, string[][]> = {}
  for (const block of text.split('\n\n')) {
    const [head = '', , ...rows] = block.split('\n').filter((line) => line.startsWith('|'))
    const cells = (row: string) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
    const [first = ''] = cells(head)
    tables[first] = rows.map(cells)
  }
  return tables
}

function permissionsOf(cell = ''): Permission[] {
  return permissions.filter((permission) => cell.includes(`\`${permission}\``))
}

function doorsOf(table: string, files: ReadonlyMap<string, string>): Door[] {
  return (documented[table] ?? []).map(([name = '', cell]) => {
    const plain = name.replaceAll('`', '')
    const needed = permissionsOf(cell)
    if (needed.length === 0 && cell !== 'member') throw new Error(`${plain} has no permission: ${cell}`)
    const allows: Door['allows'] = (role) => needed.every((permission) => can(role, permission))
    const method = cell?.endsWith('by POST') ? 'POST' : 'GET'
    return { name: plain, file: files.get(plain) ?? '', method, allows }
  })
}

/** Returns the files of this folder by their URL. */
function filesBy(ending: string): Map<string, string> {
  const found = sources.filter((file) => path.basename(file) === ending)
  const addressOf = (file: string) =>
    `/${path.dirname(file)}`.replace(/\/\([a-z]+\)/g, '').replace(/^\/\.$/, '/')
  return new Map(found.map((file) => [addressOf(file), path.join(import.meta.dirname, file)]))
}

const actionFiles = new Map(
  sources
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => path.join(import.meta.dirname, file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      if (!/^'use server'/m.test(text)) return []
      return [...text.matchAll(/^export (?:async function|const) (\w+)/gm)].map(
        ([, name = '']) => [name, file] as const,
      )
    }),
)
const routes = filesBy('route.ts')
const pages = filesBy('page.tsx')

const actionDoors = doorsOf('action', actionFiles)
const DATA_ROUTE = '/[account]/data/[...read]'
const documentedRoutes = doorsOf('route', routes)
const readNames = Object.keys(reads) as ReadName[]
const routeDoors = [
  ...documentedRoutes.filter(({ name }) => name !== DATA_ROUTE),
  ...readNames.map((read): Door => {
    const { permission } = reads[read]
    const allows: Door['allows'] = (role) => permission === null || can(role, permission)
    return {
      name: `/[account]/data/${read}`,
      file: routes.get(DATA_ROUTE) ?? '',
      method: 'GET',
      read,
      allows,
    }
  }),
]
const pageDoors = doorsOf('page', pages)

test.each([
  ['actions', actionDoors, actionFiles],
  ['routes', documentedRoutes, routes],
  ['pages', pageDoors, pages],
] as const)('the %s in docs/doors.md are exactly those of the code', (_, doors, files) => {
  expect(doors.map(({ name }) => name).toSorted()).toEqual([...files.keys()].toSorted())
})

test('every action writes an entry that the audit log names, or the table has the reason why it writes none', () => {
  for (const [name, , entry = ''] of documented.action ?? []) {
    const written = [...entry.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, action = '']) => action)
    expect(written.length > 0 || entry.startsWith('– '), `${name} ${entry}`).toBe(true)
    for (const action of written)
      expect(english.first(`audit.actions.${action}`), `${name} ${action}`).toBeDefined()
  }
})

type Action = (...args: unknown[]) => Promise<unknown>
const account = (slug: string) => [slug, {}, {}]
// The input is nothing that a form would send: a permitted role gets past authorization and is refused for
// it.
async function act({ name, file }: Door, args: unknown[]): Promise<unknown> {
  const module: Record<string, Action> = await import(file)
  const answered = await module[name]?.(...args)
  return JSON.parse(JSON.stringify(answered ?? null).replace(/req_[0-9a-f]{32}/g, 'req'))
}
const codeOf = (answer: unknown) => JSON.stringify(answer).match(/"code":"([a-z_]+)"/)?.[1]

describe.each(actionDoors)('the action $name', (door) => {
  const isUsers = isUserAction(door)

  test('the action is refused without the origin of the dashboard', async () => {
    browser.token = tokens.member
    for (const origin of [null, 'https://evil.example', 'http://localhost:3001']) {
      browser.origin = origin
      expect(codeOf(await act(door, account(ctx.slug)))).toBe('foreign_origin')
    }
    browser.origin = WEB_URL
  })

  test('the action is refused to a request without an active session', async () => {
    for (const token of [tokens.none, tokens.ended, 'forged']) {
      browser.token = token
      expect(codeOf(await act(door, isUsers ? [{}] : account(ctx.slug)))).toBe('signed_out')
    }
  })

  test('the action is refused during the review of a sign-up', async () => {
    browser.token = tokens.inReview
    expect(codeOf(await act(door, isUsers ? [{}] : account(ctx.slug)))).toBe('review_pending')
  })

  test.runIf(!isUsers)('the action responds to a stranger as if the account did not exist', async () => {
    browser.token = tokens.stranger
    const foreign = await act(door, account(ctx.slug))
    expect(foreign).toEqual(await act(door, account(UNKNOWN_SLUG)))
    expect(codeOf(foreign)).toBe('account_not_found')
  })

  test.runIf(!isUsers)('the action is refused to every role without its permission', async () => {
    browser.token = tokens.member
    for (const role of roles.filter((role) => !door.allows(role))) {
      await as(role)
      expect([role, codeOf(await act(door, account(ctx.slug)))]).toEqual([role, 'forbidden'])
    }
  })
})

/** Returns whether an action has no account as its first argument. */
function isUserAction({ name, file }: Door): boolean {
  const text = readFileSync(file, 'utf8')
  return new RegExp(
    `^export (?:const ${name} = userAction|async function ${name}\\((?!\\s*account\\b))`,
    'm',
  ).test(text)
}

type Handler = (request: Request, route: { params: Promise<object> }) => Promise<Response>
interface Asked {
  slug: string
  ids?: 'foreign' | 'unknown'
  method?: string
}

/** Returns status and body of a route's response, without the parts that differ between two requests. */
async function get({ name, file, read, method: own }: Door, { slug, ids = 'unknown', method = own }: Asked) {
  const module: Record<string, Handler> = await import(file)
  const params: Record<string, string | string[]> = { account: slug }
  const foreignId = read && FOREIGN_READS[read]
  if (read) params.read = read.split('/')
  for (const [, segment = ''] of name.matchAll(/\[(\w+)\]/g))
    if (segment !== 'account')
      params[segment] = ids === 'foreign' ? (FOREIGN[segment] ?? missing(segment)) : 'x_unknown'
  const handler = module[method]
  if (!handler) throw new Error(`${name} has no ${method}`)
  const query = foreignId ? `?id=${ids === 'foreign' ? foreignId : 'x_unknown'}` : ''
  const url = `${WEB_URL}${name.replace(/\[(\w+)\]/g, (_, segment) => String(params[segment] ?? ''))}${query}`
  const end = new AbortController()
  const answer = await handler(
    new Request(url, { method, headers: { origin: WEB_URL }, signal: end.signal }),
    {
      params: Promise.resolve(params),
    },
  )
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? '' : await answer.text()
  end.abort()
  const headers = [...answer.headers].filter(([header]) => header !== 'request-id')
  return {
    status: answer.status,
    headers,
    text: text.replaceAll(/req_[0-9a-f]{32}/g, 'req').replaceAll(/x_unknown|\w+_9|[PLCS]9/g, 'id'),
  }
}

function missing(segment: string): never {
  throw new Error(`FOREIGN lacks an object for [${segment}]`)
}

describe.each(routeDoors)('the route $name', (door) => {
  const isUsers = !door.name.startsWith('/[account]')
  test('the route is refused during the review of a sign-up', async () => {
    browser.token = tokens.inReview
    const answer = await get(door, { slug: ctx.slug })
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('review_pending')])
  })

  test('the route is refused to a request without an active session, and by every other method', async () => {
    for (const token of [tokens.none, tokens.ended, 'forged']) {
      browser.token = token
      expect((await get(door, { slug: ctx.slug })).status).toBe(401)
    }
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => other !== door.method))
      expect((await get(door, { slug: ctx.slug, method })).status).toBe(405)
  })

  test.skipIf(isUsers)('the route responds to a stranger as if the account did not exist', async () => {
    browser.token = tokens.stranger
    const foreign = await get(door, { slug: ctx.slug, ids: 'foreign' })
    expect(foreign).toEqual(await get(door, { slug: UNKNOWN_SLUG, ids: 'foreign' }))
    expect(foreign.status).toBe(404)
  })

  test.skipIf(isUsers)(
    'the route is refused to every role without its permission, and treats another team’s id as an unknown one',
    async () => {
      browser.token = tokens.member
      for (const role of roles) {
        await as(role)
        const foreign = await get(door, { slug: ctx.slug, ids: 'foreign' })
        if (!door.allows(role)) {
          expect([role, foreign.status]).toEqual([role, 403])
          continue
        }
        expect([401, 403, 405, 500]).not.toContain(foreign.status)
        if (!/\[(?!account)/.test(door.name) && !(door.read && FOREIGN_READS[door.read])) continue
        expect(foreign).toEqual(await get(door, { slug: ctx.slug, ids: 'unknown' }))
        expect(foreign.status === 404 || foreign.text.includes('"data":[]'), foreign.text).toBe(true)
      }
    },
  )
})

test('the data route has no other reads', async () => {
  browser.token = tokens.member
  await as('OWNER')
  const file = routes.get(DATA_ROUTE) ?? ''
  const unknown: Door = {
    name: '/[account]/data/constructor',
    file,
    method: 'GET',
    read: 'constructor' as ReadName,
    allows: () => true,
  }
  expect((await get(unknown, { slug: ctx.slug })).status).toBe(404)
})

test('the reads of one object are those with an id', () => {
  const ofOne = readNames.filter((name) => name.endsWith('/detail') && 'id' in shapeOf(name))
  expect(Object.keys(FOREIGN_READS)).toEqual(expect.arrayContaining(ofOne))
})

function shapeOf(name: ReadName): object {
  return reads[name].schema.shape
}

type Page = (props: { params: Promise<object>; searchParams: Promise<object> }) => Promise<unknown>

/** Returns what a page does: `not found`, `forbidden`, `to <path>`, or `shown`. */
async function open({ name, file }: Door, slug: string): Promise<string> {
  const params: Record<string, string | string[]> = { account: slug, rest: ['x'] }
  for (const [segment, id] of Object.entries(FOREIGN)) params[segment] = id
  browser.path = name.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, segment) => String(params[segment] ?? ''))
  const module: { default: Page } = await import(file)
  try {
    const page = await module.default({ params: Promise.resolve(params), searchParams: Promise.resolve({}) })
    return isForbidden(page) ? 'forbidden' : 'shown'
  } catch (error) {
    const digest = error instanceof Error && 'digest' in error ? String(error.digest) : ''
    if (digest.startsWith('NEXT_HTTP_ERROR_FALLBACK;404')) return 'not found'
    if (digest.startsWith('NEXT_REDIRECT')) return `to ${digest.split(';')[2]?.split('?')[0]}`
    throw error
  }
}

function isForbidden(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(isForbidden)
  if (!isValidElement(node)) return false
  const { type, props } = node as ReactElement<{ kind?: unknown; children?: unknown }>
  return type === Forbidden || props.kind === 'forbidden' || isForbidden(props.children)
}

test.each(pageDoors)(
  'the page $name redirects to the review of a sign-up until it is finished',
  async (door) => {
    browser.token = tokens.inReview
    expect(await open(door, ctx.slug)).toBe('to /sign-up/review')
  },
)

describe.each(pageDoors.filter(({ name }) => name.startsWith('/[account]')))('the page $name', (door) => {
  test('the page redirects a request without an active session to the sign-in', async () => {
    for (const token of [tokens.none, tokens.ended]) {
      browser.token = token
      expect(await open(door, ctx.slug)).toBe('to /sign-in')
    }
  })

  test('the page is not found for a stranger, and shows no role more than its permission', async () => {
    browser.token = tokens.stranger
    expect(await open(door, ctx.slug)).toBe('not found')
    browser.token = tokens.member
    for (const role of roles) {
      await as(role)
      const opened = await open(door, ctx.slug)
      if (!door.allows(role))
        expect([role, opened]).toEqual([role, expect.stringMatching(/^(not found|forbidden)$/)])
    }
  })
})
