import type { FieldError } from '@/lib/contract/errors'
import type { Permission } from '@/lib/dashboard/role-permissions'

/** The public part of a failure. `code` is ours (lib/dashboard/refusal.ts) or the host's, unchanged. */
export type Problem = {
  code: string
  message: string
  fields?: readonly FieldError[]
  requestId?: string
  /** The customer who has a phone or an e-mail already (code `customer_already_exists`). */
  customerId?: string
}

/** The result of every server action. */
export type ActionResult<Data> = { ok: true; data: Data } | { ok: false; error: Problem }

/** Digest of a page's error while the database is away, by which the browser recognizes it. Others are hashes. */
export const AWAY_DIGEST = 'DATABASE_AWAY'

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
