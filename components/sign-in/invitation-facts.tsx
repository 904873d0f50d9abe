import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { memberTexts } from '@/lib/ui/member-reader'

type Props = { email: string; role: MemberRole; until: string }

export async function InvitationFacts({ email, role, until }: Props) {
  const { t } = await memberTexts()
  const facts = [
    [t('invitation.email'), email],
    [t('invitation.role'), t(`shell.roles.${role}`), t(`team.roleHints.${role}`)],
    [t('invitation.until'), until],
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
