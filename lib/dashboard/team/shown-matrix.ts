import { can, type Permission } from '@/lib/dashboard/schema/role-permissions'
import { type MemberRole, roles } from '@/lib/dashboard/schema/team'
import { team } from '@/lib/messages/team'

/** Group of permissions with the roles that have each. */
export interface MatrixGroup {
  title: string
  rows: { permission: string; label: string; granted: readonly MemberRole[] }[]
}

const { money, links, customers, developers, account } = team.matrix.groups
const groups = [money, links, customers, developers, account]
const labels = {
  ...money.permissions,
  ...links.permissions,
  ...customers.permissions,
  ...developers.permissions,
  ...account.permissions,
} satisfies Record<Permission, string>

/** Returns the permissions of each role, computed from `can`. */
export function shownMatrix(): MatrixGroup[] {
  return groups.map(({ title, permissions }) => ({
    title,
    rows: Object.keys(permissions)
      .filter(isLabeled)
      .map((permission) => ({
        permission,
        label: labels[permission],
        granted: roles.filter((role) => can(role, permission)),
      })),
  }))
}

function isLabeled(name: string): name is Permission {
  return Object.hasOwn(labels, name)
}
