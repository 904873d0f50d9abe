'use client'

import { useQueryClient } from '@tanstack/react-query'
import { FailureBanner } from '@/components/data/failure'
import { useActionForm } from '@/components/data/use-action-form'
import { securityQuery } from '@/components/settings/queries'
import { Panel, SettingsSection } from '@/components/settings/settings-section'
import { NewPasswordField } from '@/components/sign-in/password-input'
import { StepUpFields, stepUpNames, useCheckStepUp } from '@/components/step-up/step-up-fields'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { newPassword } from '@/lib/messages/new-password'
import { security } from '@/lib/messages/security'
import { settings } from '@/lib/messages/settings'

const copy = security.password

type Props = {
  email: string
  change: (input: StepUp & { new_password: string }) => Promise<ActionResult<{ ended: number }>>
}

/** Renders the form that changes the user's own password. */
export function PasswordSection({ email, change }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const checkStepUp = useCheckStepUp()
  const form = useActionForm({
    fields: [...stepUpNames, 'new_password'],
    check: (typed) => ({
      ...checkStepUp(typed),
      ...(typed.new_password === '' ? { new_password: newPassword.missing } : {}),
    }),
    act: change,
    onDone: ({ ended }) => {
      form.unlock()
      form.props.ref.current?.reset()
      toast({ message: ended > 0 ? copy.doneEnded(ended) : copy.done })
      return client.invalidateQueries({ queryKey: securityQuery().queryKey })
    },
    noAnswer: settings.noAnswer,
  })
  const { problems, failure } = form

  return (
    <SettingsSection id="password" title={copy.title} lead={copy.lead}>
      <Panel className="px-4 py-4 sm:px-5">
        <form {...form.props} className="flex max-w-md flex-col gap-4">
          {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
          {/* Password managers store the new password under this username. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <StepUpFields problems={problems} passwordLabel={copy.current} />
          <NewPasswordField name="new_password" label={copy.new} error={problems.new_password} />
          <div>
            <Button type="submit" busy={form.busy} busyLabel={copy.busy}>
              {copy.submit}
            </Button>
          </div>
        </form>
      </Panel>
    </SettingsSection>
  )
}
