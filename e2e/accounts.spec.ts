import * as fs from 'node:fs'
import path from 'node:path'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { english } from '@/test/english'
import { demo, signInAs } from './demo'
import { createOwnAccount, createOwner, newAccount, runOperator } from './test-owner'

const SCREENS = 'app/(dashboard)/[account]'

/** Fills the form that connects an account, and sends it. */
async function connect(page: Page, apiKey: string, password: string): Promise<void> {
  await page.getByLabel(english('settings.connect.baseUrl')).fill(demo().base_url)
  await page.getByLabel(english('settings.connect.apiKey')).fill(apiKey)
  await page.getByLabel(english('step-up.password')).fill(password)
  await page.getByRole('button', { name: english('settings.connect.submit') }).click()
}

let shared: ReturnType<typeof createOwnerOfTwo> | undefined

/** Signs in an owner whose team has two accounts, and returns both with their slugs: one team for the tests of this file. */
async function ownerOfTwo(page: Page) {
  shared ??= createOwnerOfTwo(page)
  const team = await shared
  await signInAs(page, team.login)
  return team
}

async function createOwnerOfTwo(page: Page) {
  const stamp = Date.now()
  const [one, two] = await Promise.all([newAccount(`North ${stamp}`), newAccount(`South ${stamp}`)])
  const baseUrl = demo().base_url
  const login = await createOwner({ name: 'Inti', teamName: 'Two shops', baseUrl, apiKey: one.apiKey })
  await signInAs(page, login)
  await page.goto(`/${login.slug}/settings/connect`)
  await connect(page, two.apiKey, login.password)
  const slug = `south-${stamp}`
  await page.waitForURL(`/${slug}/settings/webhook`)
  await runOperator('account', 'give', two.accountId, '--team', login.team_id)
  return { login, one: { ...one, slug: login.slug }, two: { ...two, slug } }
}

const titlesOf = async (apiKey: string) => {
  const answer = await fetch(`${demo().base_url}/payment_links`, {
    headers: { Authorization: `Bearer ${apiKey}` },
  })
  return (await answer.json()).data.map(({ title }: { title: string }) => title)
}

test('a form acts in the account of its own tab, even if another tab opens another account', async ({
  page,
}) => {
  const { one, two, login } = await ownerOfTwo(page)
  await page.goto(`/${one.slug}/links/new`)
  await page.getByLabel(english('link-form.name'), { exact: true }).fill('Only in the north')
  await page.getByLabel(english('amount-field.label'), { exact: true }).fill('12')
  const other = await page.context().newPage()
  await other.goto(`/${two.slug}/links`)
  await expect(other.getByRole('heading', { level: 1, name: english('links.title') })).toBeVisible()
  await page.getByRole('button', { name: english('link-form.submit') }).click()
  await page.waitForURL(`/${one.slug}/links/*/share?made=1`)
  expect(await titlesOf(one.apiKey)).toEqual(['Only in the north'])
  expect(await titlesOf(two.apiKey)).toEqual([])

  await page.goto(`/${one.slug}/payouts`)
  await page.getByRole('button', { name: english('payouts.account.name') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(english('payouts.form.bank'), { exact: true }).fill('Bank of the North')
  await dialog.getByLabel(english('payouts.form.holder')).fill('North, S.A.')
  await dialog.getByLabel(english('payouts.form.number')).fill('000123456789')
  await other.goto(`/${two.slug}/payouts`)
  await dialog.getByRole('button', { name: english('payouts.form.review') }).click()
  await dialog.getByLabel(english('payouts.form.repeat')).fill('000123456789')
  await dialog.getByLabel(english('step-up.password')).fill(login.password)
  await dialog.getByRole('button', { name: english('payouts.form.submits.first') }).click()
  await expect(page.getByText('Bank of the North')).toBeVisible()
  await other.reload()
  await expect(other.getByRole('button', { name: english('payouts.account.name') })).toBeVisible()
  await expect(other.getByText('Bank of the North')).toHaveCount(0)
})

test('a bare URL redirects to the account used last, and an object’s URL to the account that has the object', async ({
  page,
}) => {
  const { one, two } = await ownerOfTwo(page)
  const made = await fetch(`${demo().base_url}/payment_links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${one.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Of the north', amount: 5 }),
  })
  const { id } = await made.json()
  // The page of a link that the mirror lacks asks the host for it.
  await page.goto(`/${one.slug}/links/${id}`)
  await page.goto(`/${two.slug}`)
  await page.goto('/payments?status=FAILED')
  await expect(page).toHaveURL(`/${two.slug}/payments?status=FAILED`)
  await page.goto(`/links/${id}?from=mail`)
  await expect(page).toHaveURL(`/${one.slug}/links/${id}?from=mail`)
  await page.goto('/')
  await expect(page).toHaveURL(`/${one.slug}`)
  for (const address of ['/%70ayments/pay_1', `/%${one.slug.charCodeAt(0).toString(16)}${one.slug.slice(1)}`])
    expect((await page.request.get(address, { maxRedirects: 0 })).status(), address).toBe(404)
  expect((await page.request.get('/data/payments/list')).status()).toBe(404)
})

test('a page whose account was removed from the team reports the removal, and links to the other accounts', async ({
  page,
}) => {
  const { one, two, login } = await ownerOfTwo(page)
  await page.clock.install()
  await page.goto(`/${two.slug}/links`)
  const other = await page.context().newPage()
  await other.goto(`/${one.slug}/settings`)
  await other
    .getByRole('button', { name: english('settings.connections.disconnect.title', { name: two.name }) })
    .click()
  await other.getByLabel(english('settings.connections.disconnect.label', { name: two.name })).fill(two.name)
  await other.getByLabel(english('settings.connections.disconnect.choice.label')).check()
  await other.getByLabel(english('step-up.password')).fill(login.password)
  await other
    .getByRole('dialog')
    .getByRole('button', { name: english('settings.connections.disconnect.submit') })
    .click()
  await expect(
    other.getByText(english('settings.connections.disconnect.deleted', { name: two.name })),
  ).toBeVisible()
  // The page refetches when its tab becomes visible again, or at the stream's next heartbeat.
  await page.clock.runFor('01:00')
  await expect(page.getByText(english('shell.notices.accountGone.title'))).toBeVisible()
  await page.getByRole('link', { name: english('shell.notices.accountGone.way') }).click()
  await expect(page).toHaveURL(`/${one.slug}`)
  await page.goto(`/${two.slug}/links`)
  await expect(page.getByRole('heading', { name: english('errors.missing.page.title') })).toBeVisible()
})

test('a team without an account connects its first one', async ({ page }) => {
  const { apiKey } = await newAccount(`First ${Date.now()}`)
  const login = await createOwner({ name: 'Inti', teamName: 'New shop', baseUrl: '', apiKey: '' })
  await signInAs(page, login)
  await page.goto('/')
  await expect(page).toHaveURL('/connect')
  await page.goto('/payments')
  await expect(page).toHaveURL('/connect')
  await connect(page, `${apiKey}~`, login.password)
  await expect(page.getByLabel(english('settings.connect.apiKey'))).toHaveAttribute('aria-invalid', 'true')
  await connect(page, apiKey, login.password)
  await page.waitForURL(/\/first-\d+$/)
  await page.goto('/connect')
  await expect(page).toHaveURL(/\/first-\d+$/)
})

interface Address {
  /** The path below an account. */
  path: string
  kind: 'page' | 'route'
  method: 'GET' | 'POST'
}

/** Returns every page and route of an account, read from the folder of its screens. */
function routeTable(): Address[] {
  return fs.readdirSync(SCREENS, { recursive: true, encoding: 'utf8' }).flatMap((file): Address[] => {
    const name = path.basename(file)
    if (name !== 'page.tsx' && name !== 'route.ts') return []
    const kind = name === 'page.tsx' ? 'page' : 'route'
    const takesPost = kind === 'route' && /^ +POST:/m.test(fs.readFileSync(path.join(SCREENS, file), 'utf8'))
    return [{ path: pathOf(path.dirname(file)), kind, method: takesPost ? 'POST' : 'GET' }]
  })
}

/** Returns the path of a folder of screens, with one read of the data route and `x1` for every other parameter. */
function pathOf(folder: string): string {
  const parts = folder.split(path.sep).filter((part) => part !== '.' && !/^\(.*\)$/.test(part))
  return parts
    .map((part) => `/${part === '[...read]' ? 'payments/list' : /^\[/.test(part) ? 'x1' : part}`)
    .join('')
}

/** Returns every server action of an account in the build, with a page that contains it. */
function actionTable(): { id: string; name: string; page: string }[] {
  const manifest = JSON.parse(fs.readFileSync('.next/server/server-reference-manifest.json', 'utf8'))
  const actions: [string, { filename: string; exportedName: string; workers: Record<string, unknown> }][] =
    Object.entries(manifest.node)
  return actions.flatMap(([id, { filename, exportedName, workers }]) => {
    const [page = ''] = Object.keys(workers)
    if (!filename.startsWith(SCREENS)) return []
    return [{ id, name: exportedName, page: pathOf(path.dirname(page).slice(SCREENS.length + 1)) }]
  })
}

/** Returns the visible text of a page, or the whole response of a route. */
async function answerOf(
  request: APIRequestContext,
  slug: string,
  { path: below, kind, method }: Address,
  origin: string,
) {
  const accept = kind === 'page' ? 'text/html' : '*/*'
  const answer = await request.fetch(`/${slug}${below}`, { method, headers: { accept, origin } })
  const text = (await answer.text())
    .replaceAll(slug, 'SLUG')
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/req_\w+/g, 'REQUEST')
  return { status: answer.status(), shown: kind === 'page' ? text.replace(/<[^>]+>/g, ' ').trim() : text }
}

test('a slug of another team is the same 404 as one that never existed, on every page, route and action', async ({
  page,
  baseURL,
}) => {
  const login = await createOwnAccount(`Stranger ${Date.now()}`)
  await signInAs(page, login)
  const foreign = demo().account_slug
  const table = routeTable()
  expect(table.filter(({ kind }) => kind === 'page').length).toBeGreaterThan(13)
  expect(table.filter(({ kind }) => kind === 'route').map(({ path }) => path)).toContain(
    '/data/payments/list',
  )
  for (const address of table) {
    const [shown, unknown] = await Promise.all(
      [foreign, 'never-existed'].map((slug) => answerOf(page.request, slug, address, baseURL ?? '')),
    )
    const where = `${address.kind} ${address.path}`
    expect(shown?.status, where).toBe(404)
    expect(shown, where).toEqual(unknown)
  }

  const actions = actionTable()
  expect(actions.length).toBeGreaterThan(13)
  for (const { id, name, page: below } of actions) {
    const call = async (slug: string) => {
      const answer = await page.request.post(`/${login.slug}${below}`, {
        headers: { 'next-action': id, origin: baseURL ?? '', 'content-type': 'text/plain;charset=UTF-8' },
        data: JSON.stringify([slug, {}]),
      })
      return /\{"ok":.*\}/.exec(await answer.text())?.[0]
    }
    const refused = await call(foreign)
    expect(refused, name).toContain('"code":"account_not_found"')
    expect(refused, name).toBe(await call('never-existed'))
  }
})

test('an action pressed on a page without it works behind a proxy that ends TLS', async ({
  page,
  baseURL,
}) => {
  await signInAs(page, demo())
  const undo = actionTable().find(({ name }) => name === 'undoCancelAction')
  const slug = demo().account_slug
  const answer = await page.request.post(`/${slug}/payments`, {
    headers: {
      'next-action': undo?.id ?? '',
      origin: baseURL ?? '',
      'content-type': 'text/plain;charset=UTF-8',
      'x-forwarded-proto': 'https',
    },
    data: JSON.stringify([slug, {}]),
  })
  expect(await answer.text()).toContain('"code":"invalid_parameters"')
})

test('a signed-out visitor is redirected to the sign-in from every account, and back again', async ({
  page,
}) => {
  for (const slug of [demo().account_slug, 'never-existed']) {
    await page.goto(`/${slug}/links?status=ACTIVE`)
    await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(`/${slug}/links?status=ACTIVE`)}`)
  }
})
