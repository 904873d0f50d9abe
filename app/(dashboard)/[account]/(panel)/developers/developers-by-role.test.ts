import { expect, it } from 'vitest'
import { navItems, offeredItems } from '@/components/navigation/nav-items'
import { can, permissions, roles } from '@/lib/dashboard/schema/role-permissions'

it.each(roles)('Developers is offered to the role %s exactly when the role may read it', (role) => {
  const offered = offeredItems(permissions.filter((permission) => can(role, permission)))
  expect(offered).toEqual(navItems.filter(({ id }) => id !== 'developers' || can(role, 'developers.read')))
})
