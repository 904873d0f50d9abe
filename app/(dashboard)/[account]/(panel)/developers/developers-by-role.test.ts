import { expect, it, vi } from 'vitest'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { navItems, offeredItems } from '@/components/navigation/nav-items'
import { Forbidden } from '@/components/page/screen-not-found'
import { can, permissions, roles } from '@/lib/dashboard/role-permissions'

vi.mock('@/app/(dashboard)/[account]/account-page')
// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({ headers: async () => new Headers() }))

it.each(roles)('Developers is offered to the role %s exactly when the role may read it', (role) => {
  const offered = offeredItems(permissions.filter((permission) => can(role, permission)))
  expect(offered).toEqual(navItems.filter(({ id }) => id !== 'developers' || can(role, 'developers.read')))
})

it.each(roles)('a page of Developers is shown to the role %s or says who can grant it', async (role) => {
  vi.mocked(accountPage).mockResolvedValue({ role } as Awaited<ReturnType<typeof accountPage>>)
  const page = memberPage('developers.read', () => 'the page')
  const shown = await page({
    params: Promise.resolve({ account: 'shop' }),
    searchParams: Promise.resolve({}),
  })
  expect(shown).toEqual(
    can(role, 'developers.read') ? 'the page' : expect.objectContaining({ type: Forbidden }),
  )
})
