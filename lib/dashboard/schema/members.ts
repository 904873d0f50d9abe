import type { MemberRole } from './role-permissions'

/** Member of the team. Fields for managers are null for other roles. */
export interface TeamMember {
  id: string
  name: string
  email: string
  role: MemberRole
  since: string
  last_seen_at: string | null
  two_step: boolean | null
  is_you: boolean
  /** True if the viewing member may change the role or remove the member. */
  may_change: boolean
}

/** Invitation that was neither accepted nor revoked. */
export interface TeamInvitation {
  id: string
  email: string
  role: MemberRole
  inviter: string | null
  expires_at: string
  is_over: boolean
  /** True if the viewing member may send it again or revoke it. */
  may_change: boolean
  mail: 'NONE' | 'QUEUED' | 'SENT' | 'SHOWN' | 'FAILED'
  /** Reason why the mail was not sent. */
  mail_problem: string | null
  /** URL to pass on; null if the viewing member may not change the invitation, or it is over. */
  url: string | null
}

export interface TeamPage {
  members: TeamMember[]
  /** Null for a member who does not manage the team. */
  invitations: TeamInvitation[] | null
  /** Sum that support may refund in one day of the account, in major units (null = no limit); null for a host without refunds. */
  support_refunds: { limit: number | null } | null
}

/** New invitation. */
export interface Invited {
  email: string
  /** URL to pass on; null if it is mailed. */
  url: string | null
}
