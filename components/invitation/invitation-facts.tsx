import type { MemberRole } from '@/lib/dashboard/schema/team'
import { invitation as copy } from '@/lib/messages/invitation'
import { shell } from '@/lib/messages/shell'
import { team } from '@/lib/messages/team'

type Props = { email: string; role: MemberRole; until: string }

/** Renders the address, role and expiry of an invitation. */
export function InvitationFacts({ email, role, until }: Props) {
  const facts = [
    [copy.email, email],
    [copy.role, shell.roles[role], team.roleHints[role]],
    [copy.until, until],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {facts.map(([name, value, hint]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">
            {value}
            {hint ? <span className="block text-muted text-sm">{hint}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
