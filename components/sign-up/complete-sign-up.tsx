'use client'

import { FailureBanner } from '@/components/data/failure-banner'
import { useActionForm } from '@/components/data/use-action-form'
import { useGo } from '@/components/shell/navigation/use-go'
import { AuthFrame } from '@/components/sign-in/auth-frame'
import { NewPasswordField } from '@/components/sign-in/new-password-field'
import { startSession } from '@/components/sign-in/start-session'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { countryName } from '@/lib/domain/country-name'
import { signUp } from '@/lib/messages/sign-up'

const copy = signUp.complete

type Props = {
  of: {
    email: string
    name: string
    business: Record<'business_name' | 'country' | 'currency', string>
  }
  complete: (password: string) => Promise<ActionResult<{ email: string; slug: string | null }>>
}

/**
 * Renders the facts of a mailed sign-up, which a stranger may have typed, and the form for its password. The user is signed
 * in, and their account is open after it.
 */
export function CompleteSignUp({ of: { email, name, business }, complete }: Props) {
  const go = useGo()
  const form = useActionForm({
    fields: ['password'],
    act: ({ password }) => complete(password),
    onDone: async ({ email: signsIn, slug }, { password }) => {
      const isSignedIn = (await startSession({ email: signsIn, password })) === 'signed_in'
      go(isSignedIn ? accountPath(slug, '/') : '/sign-in', { replace: true, whenBack: true })
    },
    noAnswer: copy.noAnswer,
  })
  const { problems, failure } = form
  const facts = [
    [signUp.name, name],
    [signUp.businessName, business.business_name],
    [signUp.country, countryName(business.country)],
    [signUp.currency, business.currency],
  ] as const

  return (
    <AuthFrame tab={signUp.title} title={copy.title} lead={copy.lead(email)} foot={copy.notYours}>
      <PropertyList>
        {facts.map(([label, value]) => (
          <Property key={label} name={label}>
            <bdi className="wrap-anywhere">{value}</bdi>
          </Property>
        ))}
      </PropertyList>
      <form {...form.props} className="flex flex-col gap-4.5">
        <noscript>
          <Banner tone="warning" title={signUp.needsScripts} />
        </noscript>
        {/* Password managers store the password under this address. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField name="password" label={signUp.password} error={problems.password} />
        {failure ? <FailureBanner title={signUp.failed} failure={failure} /> : null}
        <Button type="submit" variant="primary" busy={form.busy} busyLabel={signUp.busy} className="min-h-10">
          {copy.submit}
        </Button>
      </form>
    </AuthFrame>
  )
}
