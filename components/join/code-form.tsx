'use client'

import { PayInput } from '@/components/pay/form/pay-input'
import { PayerForm } from '@/components/pay/form/payer-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { join } from '@/lib/messages/join'
import { reactToJoin } from './join-answer'

const copy = { ...join, problems: { code: join.codeWrong, 'code.required': join.codeMissing } }
const wrongCode = [{ field: 'code', code: 'wrong' }]
const missingCode = [{ field: 'code', code: 'required' }]

type Props = {
  slug: string
  /** Token of the form whose card waits for the code. */
  token: string
  /** True if a wrong code was submitted without scripts. */
  wrong: boolean
}

/** Renders the form for the code of a known phone. Everybody who left a card sees it. */
export function CodeForm({ slug, token, wrong }: Props) {
  const page = `/join/${encodeURIComponent(slug)}`
  return (
    <PayerForm
      action={`${page}/code`}
      token={{ name: 'form', value: token }}
      fields={['code']}
      copy={copy}
      errors={wrong ? wrongCode : []}
      noticeAt="code"
      check={({ code }) => (code.trim() ? [] : missingCode)}
      react={reactToJoin(page)}
      className="flex flex-col gap-3"
    >
      {({ busy, problems, forget }) => (
        <>
          <Field label={join.code} hint={join.codeHint} error={problems.code} required>
            <PayInput
              name="code"
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              className="tnum max-w-40"
              onInput={() => forget('code')}
            />
          </Field>
          <Button type="submit" busy={busy} busyLabel={join.codeBusy} className="self-start">
            {join.codeSubmit}
          </Button>
        </>
      )}
    </PayerForm>
  )
}
