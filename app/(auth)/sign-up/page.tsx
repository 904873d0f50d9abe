import { notFound, redirect } from 'next/navigation'
import { countryChoices } from '@/components/sign-up/country-choices'
import { SignUpForm } from '@/components/sign-up/sign-up-form'
import { mayOpenAccount } from '@/lib/dashboard/team/find-accounts'
import { optionalUser } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { currenciesToOpen } from '@/lib/own-account/open-own-account'
import { hasMail } from '@/lib/platform/mail/mailer'
import { memberTexts } from '@/lib/ui/member-reader'

/** Opens an account for a new merchant, or for a signed-in user's team without one; redirects other users. */
export default async function SignUpPage() {
  const { env } = webDashboard()
  if (!env.SIGN_UP) notFound()
  const user = await optionalUser('/sign-up')
  if (user && user.accounts.length > 0) redirect('/')
  if (user && !mayOpenAccount(user, hasMail(env))) redirect('/connect')
  const countries = countryChoices((await memberTexts()).language)
  const opens = user ? 'business' : hasMail(env) ? 'mailed person' : 'person'
  const currencies = currenciesToOpen(env)
  const form = { countries, currencies, opens, isTest: env.TEST_MODE } as const
  return <SignUpForm {...form} />
}
