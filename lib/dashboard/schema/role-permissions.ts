import type { KeyScope } from '@/lib/contract/key-scopes'

/** Roles of a membership, from the owner to the viewer. */
export const roles = ['OWNER', 'ADMIN', 'DEVELOPER', 'SUPPORT', 'ACCOUNTANT', 'VIEWER'] as const
export type MemberRole = (typeof roles)[number]

/** Everything that a role may allow or not. */
export const permissions = [
  'links.read',
  'links.create',
  'links.cancel',
  'payments.read',
  'payments.export',
  'receipts.send',
  'disputes.respond',
  'balance.read',
  'settlements.export',
  'customers.read',
  'customers.write',
  'customers.export',
  'contacts.read',
  'contacts.reveal',
  'charges.read',
  'charges.create',
  'charges.give_up',
  'connection.manage',
  'mirror.read',
  'mirror.reconcile',
  'audit.read',
  'developers.read',
  'developers.write',
  'payouts.read',
  'payouts.write',
  'team.read',
  'team.manage',
] as const
export type Permission = (typeof permissions)[number]

const everybody: readonly MemberRole[] = roles
const sellers: readonly MemberRole[] = ['OWNER', 'ADMIN', 'SUPPORT']
const builders: readonly MemberRole[] = ['OWNER', 'ADMIN', 'DEVELOPER']

const grants = {
  'links.read': everybody,
  'links.create': sellers,
  'links.cancel': sellers,
  'payments.read': everybody,
  // Names of payers leave the system in bulk, and their e-mails for roles with `contacts.read`.
  'payments.export': ['OWNER', 'ADMIN', 'SUPPORT', 'ACCOUNTANT'],
  'receipts.send': ['OWNER', 'ADMIN', 'SUPPORT', 'ACCOUNTANT'],
  'disputes.respond': sellers,
  'balance.read': everybody,
  'settlements.export': ['OWNER', 'ADMIN', 'SUPPORT', 'ACCOUNTANT'],
  'customers.read': everybody,
  'customers.write': sellers,
  'customers.export': ['OWNER', 'ADMIN', 'SUPPORT', 'ACCOUNTANT'],
  // Phones, e-mails and notes of customers and e-mails of payers, without masks or one by one with an audit entry.
  'contacts.read': sellers,
  'contacts.reveal': ['OWNER', 'ADMIN', 'SUPPORT', 'ACCOUNTANT', 'DEVELOPER'],
  'charges.read': everybody,
  'charges.create': sellers,
  // Final, and the record may be deleted afterwards.
  'charges.give_up': ['OWNER', 'ADMIN'],
  'connection.manage': ['OWNER', 'ADMIN'],
  'mirror.read': everybody,
  'mirror.reconcile': ['OWNER', 'ADMIN', 'DEVELOPER', 'SUPPORT', 'ACCOUNTANT'],
  'audit.read': ['OWNER', 'ADMIN', 'ACCOUNTANT'],
  'developers.read': builders,
  'developers.write': builders,
  'payouts.read': ['OWNER', 'ADMIN', 'ACCOUNTANT'],
  'payouts.write': ['OWNER', 'ADMIN'],
  'team.read': everybody,
  'team.manage': ['OWNER', 'ADMIN'],
} as const satisfies Record<Permission, readonly MemberRole[]>

/** Returns whether a role has a permission. Actions, data routes, pages and tests all use this table. */
export function can(role: MemberRole, permission: Permission): boolean {
  const allowed: readonly MemberRole[] = grants[permission]
  return allowed.includes(role)
}

/** Returns the widest scope of an API key that a role may make: a key does nothing that its maker may not. */
export function keyScopeOf(role: MemberRole): KeyScope {
  if (can(role, 'connection.manage')) return 'all'
  return can(role, 'charges.create') ? 'charges' : can(role, 'links.create') ? 'links' : 'read'
}

/** Returns whether a text from the database is a role. */
export function isRole(text: string): text is MemberRole {
  return roles.some((role) => role === text)
}
