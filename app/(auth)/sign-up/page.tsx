import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { PageLink } from '@/components/shell/navigation/page-link'
import { AuthFrame } from '@/components/sign-in/auth-frame'
import { countryChoices, countryOfLanguages } from '@/components/sign-up/country-choices'
import { SignUpForm } from '@/components/sign-up/sign-up-form'
import { TextLink } from '@/components/ui/text-link'
import { managedTeam } from '@/lib/dashboard/team/managed-team'
import { optionalUser } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { signUp as copy } from '@/lib/messages/sign-up'
import { hasMail } from '@/lib/platform/mail/open-mailer'
import { openAccountAction, signUpAction } from './actions'

/**
 * Opens an account for a new merchant, or for a signed-in member's team without one; redirects other members.
 */
export default async function SignUpPage() {
  const { env } = webDashboard()
  if (!env.SIGN_UP) notFound()
  const user = await optionalUser('/sign-up')
  if (user && user.accounts.length > 0) redirect('/')
  if (user && managedTeam(user) === null) redirect('/connect')
  const countries = countryChoices()
  const country = countryOfLanguages((await headers()).get('accept-language'), countries)
  const form = { countries, country }
  if (user)
    return (
      <AuthFrame tab={copy.business.title} title={copy.business.title} lead={copy.business.lead}>
        <SignUpForm {...form} opens={{ kind: 'business', act: openAccountAction }} />
      </AuthFrame>
    )
  return (
    <AuthFrame
      tab={copy.title}
      title={copy.heading}
      lead={copy.lead}
      foot={
        <p>
          {copy.hasAccount}{' '}
          <TextLink>
            <PageLink href="/sign-in">{copy.signIn}</PageLink>
          </TextLink>
        </p>
      }
    >
      <SignUpForm {...form} opens={{ kind: 'person', act: signUpAction, mailsLinks: hasMail(env) }} />
    </AuthFrame>
  )
}
