'use client'

import { Consent } from '@/components/pay/form/consent'
import { KeepOpen } from '@/components/pay/form/keep-open'
import { PayInput } from '@/components/pay/form/pay-input'
import { type Notice, PayerForm } from '@/components/pay/form/payer-form'
import type { FormErrors } from '@/components/pay/form/problems-of'
import type { TestCardLine } from '@/components/pay/form/test-cards'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { join } from '@/lib/messages/join'
import { CardPart, cardPartFields } from './card-part'
import { reactToJoin } from './join-answer'

const fields = ['name', 'phone', 'email', ...cardPartFields, 'consent'] as const

type Props = {
  slug: string
  /** Token of this form. Submitting it again has no effect. */
  token: string
  merchant: string
  errors: FormErrors
  notice: Notice | null
  testCards: readonly TestCardLine[]
}

/** Renders the sign-up form. All validation is the service's. */
export function JoinForm({ slug, token, merchant, errors, notice, testCards }: Props) {
  const page = `/join/${encodeURIComponent(slug)}`
  return (
    <PayerForm
      action={`${page}/register`}
      token={{ name: 'form', value: token }}
      title={join.yourDetails}
      fields={fields}
      copy={join}
      errors={errors}
      notice={notice}
      react={reactToJoin(page)}
      className="flex flex-col gap-4"
    >
      {({ busy, problems, forget }) => (
        <>
          <Field label={join.name} error={problems.name} required>
            <PayInput
              name="name"
              required
              autoComplete="name"
              maxLength={200}
              dir="auto"
              onInput={() => forget('name')}
            />
          </Field>
          <Field label={join.phone} hint={join.phoneHint} error={problems.phone} required>
            <PayInput
              name="phone"
              type="tel"
              required
              autoComplete="tel"
              maxLength={40}
              className="tnum"
              onInput={() => forget('phone')}
            />
          </Field>
          <Field label={join.email} note={join.optional} error={problems.email}>
            <PayInput
              name="email"
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              onInput={() => forget('email')}
            />
          </Field>
          <CardPart merchant={merchant} problems={problems} forget={forget} testCards={testCards} />
          <Consent
            name="consent"
            label={join.consent(merchant)}
            note={join.consentNote(merchant)}
            error={problems.consent}
            required
            onChange={() => forget('consent')}
          />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={busy}
            busyLabel={join.busy}
            className="mt-1 w-full"
          >
            {join.submit}
          </Button>
          <KeepOpen busy={busy} />
        </>
      )}
    </PayerForm>
  )
}
