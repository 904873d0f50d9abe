import { InlineLink } from '@/components/navigation/link-looks'
import { AuthFrame } from '@/components/sign-in/auth-form'
import { CompleteSignUp } from '@/components/sign-up/sign-up-form'
import { readSignUp } from '@/lib/dashboard/team/sign-up'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { memberTexts } from '@/lib/ui/member-reader'

type Props = { params: Promise<{ token: string }> }

/** Completes a sign-up with a mailed link. Opening the page changes nothing. */
export default async function CompleteSignUpPage({ params }: Props) {
  const { token } = await params
  const found = await readSignUp(webDashboard(), token)
  if (found !== null) return <CompleteSignUp of={found} token={token} />
  const { t } = await memberTexts()
  return (
    <AuthFrame
      tab={t('sign-up.title')}
      title={t('sign-up.over.title')}
      lead={t('sign-up.over.lead')}
      foot={<InlineLink href="/sign-up">{t('sign-up.over.again')}</InlineLink>}
      link={{ href: '/sign-in', label: t('sign-up.signIn') }}
    />
  )
}
