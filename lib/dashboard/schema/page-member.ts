import type { OpenCases } from './charge'
import type { MirrorHealth } from './mirror'
import type { MemberRole, Permission } from './role-permissions'

/** The member who views a page, and its account. */
export type PageMember = {
  /** Permissions of the member's role. */
  granted: readonly Permission[]
  /** User and connection, which own what the browser keeps. */
  owner: string
  account: {
    slug: string
    name: string
    currency: string
    timezone: string
    testMode: boolean
    baseUrl: string
    /** Page on which customers of the merchant register themselves; null if the host has none. */
    signUpUrl: string | null
  }
  /** True with two-step sign-in; a step-up then needs a code, or a passkey if there is one. */
  hasTwoStep: boolean
  hasPasskey: boolean
  /** True if this deployment sends mail. */
  hasMail: boolean
  /** True if the account has a developer panel of this deployment that the member may read. */
  hasPanel: boolean
}

/** The viewer of a page outside every account. */
export const nobody: PageMember = {
  granted: [],
  owner: '',
  account: {
    slug: '',
    name: '',
    currency: '',
    timezone: 'UTC',
    testMode: false,
    baseUrl: '',
    signUpUrl: null,
  },
  hasTwoStep: false,
  hasPasskey: false,
  hasMail: false,
  hasPanel: false,
}

/** Content of the frame around every signed-in screen. */
export type Frame = PageMember & {
  user: { name: string; email: string }
  /** True if the user's address is not verified yet. */
  unverified: boolean
  team: { name: string; role: MemberRole }
  /** All accounts of the team. */
  accounts: { slug: string; name: string }[]
  mirror: MirrorHealth
  openCases: OpenCases
  /** URLs of the scripts of the navigation's screens. */
  scripts: readonly string[]
}
