import type { OpenCases } from './charge'
import type { MirrorHealth } from './mirror'

/** Roles of a membership, from the owner to the viewer. */
export const roles = ['OWNER', 'ADMIN', 'DEVELOPER', 'SUPPORT', 'ACCOUNTANT', 'VIEWER'] as const
export type MemberRole = (typeof roles)[number]

/** Content of the frame around every signed-in screen. */
export type Frame = {
  user: { name: string; email: string }
  /** True if the user's address is not verified yet. */
  unverified: boolean
  team: { name: string; role: MemberRole }
  account: { slug: string; name: string; timezone: string; testMode: boolean; baseUrl: string }
  /** All accounts of the team. */
  accounts: { slug: string; name: string }[]
  mirror: MirrorHealth
  openCases: OpenCases
  /** Permissions of the member's role, which decide the displayed navigation. */
  granted: readonly string[]
  mayConnect: boolean
  mayCreateLinks: boolean
  mayCreateCustomers: boolean
  mayCharge: boolean
}
