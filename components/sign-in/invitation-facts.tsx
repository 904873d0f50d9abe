import { mailDate } from '@/lib/dashboard/mail/mail-text'
import type { ShownInvitation } from '@/lib/dashboard/team/accept-invitation'
import { dateLocaleOf } from '@/lib/domain/languages'
import { memberTexts } from '@/lib/ui/member-reader'

/** Renders the address, role and expiry of an invitation. */
export async function InvitationFacts({ of }: { of: Pick<ShownInvitation, 'email' | 'role' | 'expiresAt'> }) {
  const { t, ...reader } = await memberTexts()
  const facts = [
    [t('invitation.email'), of.email],
    [t('invitation.role'), t(`shell.roles.${of.role}`), t(`team.roleHints.${of.role}`)],
    [t('invitation.until'), mailDate(of.expiresAt.toISOString(), 'UTC', dateLocaleOf(reader))],
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
