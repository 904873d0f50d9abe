import { AuthFrame, FootLink } from '@/components/sign-in/auth-form'
import { CompleteSignUp } from '@/components/sign-up/sign-up-form'
import { readSignUp } from '@/lib/dashboard/team/sign-up'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { signUp } from '@/lib/messages/sign-up'

type Props = { params: Promise<{ token: string }> }

/** Completes a sign-up with a mailed link. Opening the page changes nothing. */
export default async function CompleteSignUpPage({ params }: Props) {
  const { token } = await params
  const found = await readSignUp(webDashboard(), token)
  if (found !== null) return <CompleteSignUp of={found} token={token} />
  const { title, lead, again } = signUp.over
  return (
    <AuthFrame
      tab={signUp.title}
      {...{ title, lead }}
      foot={<FootLink href="/sign-up" label={again} />}
      link={{ href: '/sign-in', label: signUp.signIn }}
    />
  )
}
