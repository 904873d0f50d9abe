'use client'

import { type ReactNode, useState } from 'react'
import { FailureBanner } from '@/components/data/failure-banner'
import { useActionForm } from '@/components/data/use-action-form'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useGo } from '@/components/shell/navigation/use-go'
import { NewPasswordField } from '@/components/sign-in/new-password-field'
import { startSession } from '@/components/sign-in/start-session'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field, type Problems } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { TextLink } from '@/components/ui/text-link'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { signUp as copy } from '@/lib/messages/sign-up'
import { BusinessFields } from './business-fields'
import type { CountryChoice } from './country-choices'

const personNames = ['name', 'email', 'password'] as const
const businessNames = ['business_name', 'country', 'currency', 'timezone'] as const
type BusinessName = (typeof businessNames)[number]
type FieldName = (typeof personNames)[number] | BusinessName
type Typed = Record<FieldName, string>

type Props = {
  /** A new user with their business, or the business of a member who is signed in. */
  opens:
    | { kind: 'person'; act: (typed: Typed) => Promise<ActionResult<{ slug: string }>>; mailsLinks: boolean }
    | {
        kind: 'business'
        act: (typed: Record<BusinessName, string>) => Promise<ActionResult<{ slug: string }>>
      }
  countries: readonly CountryChoice[]
  country: string | null
}

/** Renders the form that opens an account. A second submit, a reload and another tab lead to the same account. */
export function SignUpForm({ opens, countries, country }: Props) {
  const go = useGo()
  const [emailTaken, setEmailTaken] = useState(false)
  const form = useActionForm({
    fields: opens.kind === 'person' ? [...personNames, ...businessNames] : businessNames,
    act: (typed: Typed) => {
      setEmailTaken(false)
      return opens.act(typed)
    },
    onDone: async ({ slug }, { email, password }) => {
      const isSignedIn =
        opens.kind === 'business' || (await startSession({ email: email.trim(), password })) === 'signed_in'
      go(isSignedIn ? accountPath(slug, '/') : '/sign-in', { replace: true, whenBack: true })
    },
    onRefusal: ({ fields }) => {
      setEmailTaken(fields?.some(({ code }) => code === 'email_taken') ?? false)
    },
    noAnswer: copy.noAnswer,
  })
  const { problems, failure } = form

  return (
    <form {...form.props} className="flex flex-col gap-4.5">
      <noscript>
        <Banner tone="warning" title={copy.needsScripts} />
      </noscript>
      {opens.kind === 'person' ? (
        <PersonFields
          problems={problems}
          taken={emailTaken ? <EmailTaken mailsLinks={opens.mailsLinks} /> : null}
        />
      ) : null}
      <BusinessFields countries={countries} country={country} problems={problems} />
      {/* The failure is below the fields, in view of the submit button. */}
      {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
      <Button
        type="submit"
        variant="primary"
        busy={form.busy}
        busyLabel={copy.busy}
        className="mt-1 min-h-10"
      >
        {copy.submit}
      </Button>
    </form>
  )
}

function PersonFields({ problems, taken }: { problems: Problems<FieldName>; taken: ReactNode }) {
  return (
    <>
      <Field label={copy.name} error={problems.name} required>
        <Input name="name" autoComplete="name" maxLength={200} />
      </Field>
      <Field label={copy.email} error={taken ?? problems.email} required>
        <Input name="email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <NewPasswordField name="password" label={copy.password} error={problems.password} />
    </>
  )
}

/** Renders the error of an e-mail that has an account, with links to sign in or reset the password. */
function EmailTaken({ mailsLinks }: { mailsLinks: boolean }) {
  return (
    <span>
      {copy.problems.emailTaken}{' '}
      <TextLink>
        <PageLink href="/sign-in">{copy.signIn}</PageLink>
      </TextLink>
      {mailsLinks ? (
        <>
          {' · '}
          <TextLink>
            <PageLink href="/forgot-password">{copy.resetPassword}</PageLink>
          </TextLink>
        </>
      ) : null}
    </span>
  )
}
