import type { KeyScope } from '@/lib/contract/key-scopes'

/** Roles of a membership, from the owner to the viewer. */
export const roles = ['OWNER', 'ADMIN', 'DEVELOPER', 'SUPPORT', 'ACCOUNTANT', 'VIEWER'] as const

export type MemberRole = (typeof roles)[number]

const everybody: readonly MemberRole[] = roles

const sellers: readonly MemberRole[] = ['OWNER', 'ADMIN', 'SUPPORT']

const builders: readonly MemberRole[] = ['OWNER', 'ADMIN', 'DEVELOPER']

/** Everything that a role may allow or not, with the roles that do. */
const grants = {
  'links.read': everybody,
  'links.create': sellers,
  'links.cancel': sellers,
  'payments.read': everybody,
  // Names of payers leave the system in bulk, and their e-mails for roles with `contacts.read`.
  'payments.export': ['OWNER', 'ADMIN', 'SUPPORT', 'ACCOUNTANT'],
  'receipts.send': ['OWNER', 'ADMIN', 'SUPPORT', 'ACCOUNTANT'],
  // Support within the limit of `refunds.limit`.
  'refunds.create': sellers,
  'refunds.limit': ['OWNER'],
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
} as const satisfies Record<string, readonly MemberRole[]>

export type Permission = keyof typeof grants

// Object.keys loses the key type.
export const permissions = Object.keys(grants) as Permission[]

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
