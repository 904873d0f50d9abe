'use client'

import { useActionForm } from '@/components/data/use-action-form'
import { AuthForm, useEnter } from '@/components/sign-in/auth-form'
import { AuthFrame } from '@/components/sign-in/auth-frame'
import { NewPasswordField } from '@/components/sign-in/password-input'
import { Property, PropertyList } from '@/components/ui/property-list'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { countryName } from '@/lib/domain/formatters'
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
  const enter = useEnter()
  const form = useActionForm({
    fields: ['password'],
    act: ({ password }) => complete(password),
    onDone: ({ email: signsIn, slug }, { password }) =>
      enter({ email: signsIn, password }, accountPath(slug, '/')),
    noAnswer: copy.noAnswer,
  })
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
      <AuthForm
        form={form}
        submit={copy.submit}
        busyLabel={signUp.busy}
        failed={signUp.failed}
        username={email}
      >
        <NewPasswordField name="password" label={signUp.password} error={form.problems.password} />
      </AuthForm>
    </AuthFrame>
  )
}
