import type { OpenCases } from './charge'
import type { MirrorHealth } from './mirror'

/** The roles of a membership, from the owner to the viewer. */
export const roles = ['OWNER', 'ADMIN', 'DEVELOPER', 'SUPPORT', 'ACCOUNTANT', 'VIEWER'] as const
export type MemberRole = (typeof roles)[number]

/** The content of the frame around every signed-in screen. */
export type Frame = {
  user: { name: string; email: string }
  /** True where the user's address waits for the answer to a mail. */
  unverified: boolean
  /** Names the user and the session; no secret without the cookie's signature. */
  session: string
  team: { name: string; role: MemberRole }
  account: { slug: string; name: string; timezone: string; testMode: boolean; baseUrl: string }
  /** Every account of the team. */
  accounts: { slug: string; name: string }[]
  mirror: MirrorHealth
  openCases: OpenCases
  /** Permissions of the member's role, by which places are offered. */
  granted: readonly string[]
  mayConnect: boolean
  mayCreateLinks: boolean
  mayCreateCustomers: boolean
  mayCharge: boolean
}
