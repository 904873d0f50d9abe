import { InlineLink } from '@/components/navigation/link-looks'
import { AuthFrame } from '@/components/sign-in/auth-form'
import { ConfirmEmail } from '@/components/sign-in/mailed-links'
import { readMailedLink } from '@/lib/dashboard/team/mailed-link'
import { signedInUserId } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { memberTexts } from '@/lib/ui/member-reader'

type Props = { params: Promise<{ token: string }> }

/** Shows a mailed verification link. Mail scanners open links, so only the button confirms the address. */
export default async function VerifyEmailPage({ params }: Props) {
  const { token } = await params
  const [link, userId] = await Promise.all([
    readMailedLink(webDashboard(), 'VERIFY_EMAIL', token),
    signedInUserId(),
  ])
  const { t } = await memberTexts()
  if (link === null)
    return (
      <AuthFrame
        tab={t('verify-email.title')}
        title={t('verify-email.overTitle')}
        lead={t('verify-email.overLead')}
        link={{ href: '/', label: t('verify-email.toDashboard') }}
      />
    )
  if (link.userId !== userId) {
    const href = `/sign-in?next=${encodeURIComponent(`/verify-email/${token}`)}`
    return (
      <AuthFrame
        title={t('verify-email.title')}
        lead={t('verify-email.signInLead', { email: link.email })}
        link={{ href, label: t('verify-email.signIn') }}
      >
        <InlineLink href="/forgot-password">{t('verify-email.notMine')}</InlineLink>
      </AuthFrame>
    )
  }
  return <ConfirmEmail email={link.email} token={token} />
}
