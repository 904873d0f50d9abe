'use client'

import { FailureBanner } from '@/components/data/failure'
import { useActionForm } from '@/components/data/use-action-form'
import { PageLink } from '@/components/navigation/page-link'
import { useGo } from '@/components/navigation/use-go'
import { StepUpFields, stepUpNames, useCheckStepUp } from '@/components/step-up/step-up-fields'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'

const copy = settings.connect
const refused: Partial<Record<string, string>> = copy.refused
type FieldName = keyof typeof copy.problems
const fieldNames: readonly FieldName[] = ['base_url', 'api_key']

type Props = {
  connect: (input: Record<FieldName, string>, stepUp: StepUp) => Promise<ActionResult<{ slug: string }>>
  /** Screen of the new account to open after it is connected. */
  opens: '/' | '/settings/webhook'
  /** Null if there is no page to return to. */
  cancelHref: string | null
}

/** Renders the form for an account's address and key. The key is sent once and never shown again. */
export function ConnectForm({ connect, opens, cancelHref }: Props) {
  const go = useGo()
  const checkStepUp = useCheckStepUp()
  const form = useActionForm({
    fields: [...fieldNames, ...stepUpNames],
    check: (typed) => {
      const missing = fieldNames.filter((name) => typed[name].trim() === '')
      return {
        ...Object.fromEntries(missing.map((name) => [name, copy.problems[name]])),
        ...checkStepUp(typed),
      }
    },
    act: ({ base_url, api_key, ...stepUp }) => connect({ base_url, api_key }, stepUp),
    onDone: ({ slug }) => go(accountPath(slug, opens), { whenBack: true }),
    onRefusal: ({ code }) => {
      const message = refused[code]
      // The other codes concern the address: the host is unreachable, or is not a payments service.
      return message ? { [code === 'invalid_api_key' ? 'api_key' : 'base_url']: message } : {}
    },
    noAnswer: copy.noAnswer,
  })
  const { problems, failure } = form

  return (
    <form {...form.props} className="flex max-w-2xl flex-col rounded-xl bg-surface shadow-card">
      <div className="flex flex-col gap-5 px-4 py-5 sm:px-6 sm:py-6">
        <Field label={copy.baseUrl} hint={copy.baseUrlHint} error={problems.base_url} required>
          <Input name="base_url" type="url" inputMode="url" autoComplete="off" spellCheck={false} />
        </Field>
        <Field label={copy.apiKey} hint={copy.apiKeyHint} error={problems.api_key} required>
          <Input name="api_key" type="password" autoComplete="off" spellCheck={false} />
        </Field>
        <StepUpFields problems={problems} />
      </div>
      <div className="flex flex-wrap gap-2 border-t px-4 py-4 sm:px-6">
        {/* The failure is next to the submit button, where the user looks after a click. */}
        {failure ? <FailureBanner title={copy.failed} failure={failure} className="mb-1 basis-full" /> : null}
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          busyLabel={copy.busy}
          className="max-sm:grow"
        >
          {copy.submit}
        </Button>
        {cancelHref === null ? null : (
          <Button asChild variant="quiet">
            <PageLink href={cancelHref}>{common.cancel}</PageLink>
          </Button>
        )}
      </div>
    </form>
  )
}
