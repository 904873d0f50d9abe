import { HydrationBoundary } from '@tanstack/react-query'
import { Children, isValidElement, type ReactNode } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cancelChangeAction } from '@/app/(dashboard)/[account]/(panel)/payouts/actions'
import BalancePage from '@/app/(dashboard)/[account]/balance/(overview)/page'
import HomePage from '@/app/(dashboard)/[account]/page'
import { PendingChange } from '@/components/payouts/face'
import { can, roles } from '@/lib/dashboard/role-permissions'
import { startSession } from '@/lib/dashboard/team/sessions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { panelOf, requirePanel } from '@/lib/own-account/panel'
import { namePayoutAccount } from '@/lib/service/panel/payouts'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { openPanelAccount } from '@/test/fixtures/open-panel-account'
import { sessionToken } from '@/test/fixtures/session-token'
import { OWNER } from '@/test/fixtures/test-dashboard'
import { loginEnvironment } from '@/test/test-logins'

const SECRET = 'x'.repeat(32)
const WEB_URL = 'http://localhost:3000'
const browser = vi.hoisted(() => ({ token: '', path: '/' }))

// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => ({ value: browser.token }) }),
  headers: async () => new Headers({ 'x-page-path': browser.path, origin: 'http://localhost:3000' }),
}))
vi.mock('next/cache', () => ({ revalidatePath: () => {} }))
vi.mock('next/server', async (original) => ({ ...(await original<object>()), after: () => {} }))

const { dashboard, host, ctx } = await connectedDashboard(new Date())
const user = { id: ctx.userId ?? '', email: '', name: '', emailVerified: true }
const hold = { keyring: dashboard.keyring, payoutHoldMs: 3_600_000 }
const system = dashboard.database.as('checkout_dashboard_system')

beforeAll(async () => {
  for (const [name, value] of Object.entries({
    ...loginEnvironment(dashboard.url),
    NEXTAUTH_SECRET: SECRET,
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    LOG_LEVEL: 'silent',
    WEB_URL,
    API_URL: new URL(host.baseUrl).origin,
  }))
    vi.stubEnv(name, value)
  const accountId = await openPanelAccount(dashboard, ctx, host)
  await system.query({
    text: `UPDATE dashboard.connection SET account = account || jsonb_build_object('id', $1::text)`,
    values: [accountId],
  })
  const panel = await panelOf({ ctx, user, role: 'OWNER' })
  for (const number of ['0001 2345-6789', '0009 0009'])
    if (panel) await namePayoutAccount(panel, hold, { bank_name: 'Banco', holder: 'Aurora', number })
  browser.token = await sessionToken(dashboard, ctx.userId, SECRET)
})
afterAll(async () => {
  await webDashboard().prisma.$disconnect()
  await webDashboard().database.close()
})

/** Returns the properties of the banner among the elements of a page; null without one. */
async function bannerOf(Page: typeof HomePage | typeof BalancePage, path: string) {
  browser.path = `/${ctx.slug}${path}`
  const props = { params: Promise.resolve({ account: ctx.slug }), searchParams: Promise.resolve({}) }
  const children = (element: unknown) =>
    isValidElement<{ children: ReactNode }>(element) ? Children.toArray(element.props.children) : []
  const direct = children(await Page(props))
  const below = direct.flatMap(children)
  // The banner is one level below its texts, and the balance one level below its data.
  const found = [...below, ...below.flatMap(children)].find(
    (child) => isValidElement(child) && child.type === PendingChange,
  )
  return isValidElement<Parameters<typeof PendingChange>[0]>(found) ? found.props : null
}
const pages = [
  [HomePage, ''],
  [BalancePage, '/balance'],
] as const

test('Home and Balance show a bank account that waits to the roles that may see it', async () => {
  for (const role of roles) {
    await system.query({ text: 'UPDATE dashboard.membership SET role = $1', values: [role] })
    for (const [Page, path] of pages) {
      const banner = await bannerOf(Page, path)
      expect([role, path, banner !== null]).toEqual([role, path, can(role, 'payouts.read')])
    }
  }
  await system.query({ text: `UPDATE dashboard.membership SET role = 'OWNER'` })
})

test('a connection to another host, and one to the account of another team, show no banner', async () => {
  const service = dashboard.database.as('checkout_system')
  const move = (baseUrl: string, owner: string) =>
    Promise.all([
      system.query({ text: 'UPDATE dashboard.connection SET base_url = $1', values: [baseUrl] }),
      service.query({ text: 'UPDATE service.account SET owner_team = $1', values: [owner] }),
    ])
  for (const [baseUrl, owner] of [
    ['https://elsewhere.example', ctx.teamId],
    [host.baseUrl, 'another'],
  ] as const) {
    await move(baseUrl, owner)
    for (const [Page, path] of pages) expect(await bannerOf(Page, path)).toBeNull()
  }
  await move(host.baseUrl, ctx.teamId)
})

test('the banner ends with the change', async () => {
  expect((await bannerOf(HomePage, ''))?.next.last4).toBe('0009')
  expect(await cancelChangeAction(ctx.slug, {}, { password: OWNER.password, code: '' })).toMatchObject({
    ok: true,
  })
  for (const [Page, path] of pages) expect(await bannerOf(Page, path)).toBeNull()
})

test('Home names a missing bank account to the roles that may see it', async () => {
  const isNamed = async () => {
    browser.path = `/${ctx.slug}`
    const page = await HomePage({
      params: Promise.resolve({ account: ctx.slug }),
      searchParams: Promise.resolve({}),
    })
    const shown = page.props.children.find(
      (child: unknown) => isValidElement(child) && child.type === HydrationBoundary,
    )
    return shown.props.children.props.children.props.lacksBankAccount
  }
  expect(await isNamed()).toBe(false)
  await dashboard.database
    .as('checkout_system')
    .query({ text: 'UPDATE service.bank_account SET replaced_at = now() WHERE replaced_at IS NULL' })
  for (const role of roles) {
    await system.query({ text: 'UPDATE dashboard.membership SET role = $1', values: [role] })
    expect([role, await isNamed()]).toEqual([role, can(role, 'payouts.read')])
  }
})

test('an open panel rechecks that its member’s membership has not ended', async () => {
  const claim = await startSession(dashboard, { userId: user.id, address: '', userAgent: '' })
  const { recheck } = await requirePanel({ ctx, user, role: 'OWNER', claim })
  await recheck()
  await system.query({ text: 'DELETE FROM dashboard.membership WHERE user_id = $1', values: [user.id] })
  await expect(recheck()).rejects.toMatchObject({ code: 'account_not_found' })
})
