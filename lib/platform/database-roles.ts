/** Postgres roles that each side's login may become; row-level security binds the two that carry a tenant. */
export const ROLES_OF_SIDE = {
  service: ['checkout_service', 'checkout_system'],
  dashboard: ['checkout_dashboard', 'checkout_dashboard_system'],
  bank: ['checkout_bank'],
} as const

export type Side = keyof typeof ROLES_OF_SIDE
export const SIDES = ['service', 'dashboard', 'bank'] as const satisfies readonly Side[]

/** A role under which code acts. */
export type Role<S extends Side = Side> = (typeof ROLES_OF_SIDE)[S][number]

/** Returns the side whose login may become a role. */
export function sideOf(role: Role): Side {
  if (role === 'checkout_bank') return 'bank'
  return role === 'checkout_service' || role === 'checkout_system' ? 'service' : 'dashboard'
}
