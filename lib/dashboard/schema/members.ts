import type { MemberRole } from './team'

/** A member of the team. What only managers see is null for everybody else. */
export interface TeamMember {
  id: string
  name: string
  email: string
  role: MemberRole
  since: string
  last_seen_at: string | null
  two_step: boolean | null
  is_you: boolean
  /** True where the viewing member may change the role or remove the member. */
  may_change: boolean
}

/** An invitation that was neither accepted nor revoked. */
export interface TeamInvitation {
  id: string
  email: string
  role: MemberRole
  inviter: string | null
  expires_at: string
  is_over: boolean
  mail: 'NONE' | 'QUEUED' | 'SENT' | 'SHOWN' | 'FAILED'
  /** Why the mail did not leave. */
  mail_problem: string | null
  /** Address to pass on; null where the viewing member may not touch the invitation, or it is over. */
  url: string | null
}

export interface TeamPage {
  members: TeamMember[]
  /** Null for a member who does not manage the team. */
  invitations: TeamInvitation[] | null
}

/** A new invitation. */
export interface Invited {
  email: string
  /** Address to pass on; null where it is mailed. */
  url: string | null
}
