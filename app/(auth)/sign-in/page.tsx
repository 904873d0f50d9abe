import { redirect } from 'next/navigation'
import { InlineLink } from '@/components/navigation/link-looks'
import { AuthFrame } from '@/components/sign-in/auth-form'
import { safePath } from '@/components/sign-in/safe-path'
import { SignInForm } from '@/components/sign-in/sign-in-form'
import { isSignedIn } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { isEmail } from '@/lib/domain/email-address'
import { hasMail } from '@/lib/platform/mail/mailer'
import { memberTexts } from '@/lib/ui/member-reader'

type Props = { searchParams: Promise<{ next?: string | string[]; email?: string | string[] }> }

export default async function SignInPage({ searchParams }: Props) {
  const { next: wanted, email } = await searchParams
  const next = safePath(wanted)
  if (await isSignedIn()) redirect(next)
  const { env } = webDashboard()
  const { t } = await memberTexts()
  return (
    <AuthFrame
      tab={t('sign-in.title')}
      title={t('sign-in.heading')}
      foot={
        <>
          {hasMail(env) ? null : <p>{t('sign-in.forgot')}</p>}
          {env.SIGN_UP ? (
            <p className="mt-2">
              {t('sign-up.noAccount')} <InlineLink href="/sign-up">{t('sign-up.title')}</InlineLink>
            </p>
          ) : null}
        </>
      }
    >
      <SignInForm
        next={next}
        mayReset={hasMail(env)}
        email={typeof email === 'string' && isEmail(email) ? email : ''}
      />
    </AuthFrame>
  )
}
