import { redirect } from 'next/navigation'
import { AuthFrame, FootLink } from '@/components/sign-in/auth-form'
import { safePath } from '@/components/sign-in/safe-path'
import { SignInForm } from '@/components/sign-in/sign-in-form'
import { isSignedIn } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { isEmail } from '@/lib/domain/email-address'
import { signIn } from '@/lib/messages/sign-in'
import { signUp } from '@/lib/messages/sign-up'
import { hasMail } from '@/lib/platform/mail/mailer'

type Props = { searchParams: Promise<{ next?: string | string[]; email?: string | string[] }> }

/** Shows the sign-in form. Redirects a signed-in user. */
export default async function SignInPage({ searchParams }: Props) {
  const { next: wanted, email } = await searchParams
  const next = safePath(wanted)
  if (await isSignedIn()) redirect(next)
  const { env } = webDashboard()
  return (
    <AuthFrame
      tab={signIn.title}
      title={signIn.heading}
      foot={
        <>
          {hasMail(env) ? null : <p>{signIn.forgot}</p>}
          {env.SIGN_UP ? (
            <p className="mt-2">
              {signUp.noAccount} <FootLink href="/sign-up" label={signUp.title} />
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
