'use client'

import { connectAction } from '@/app/(dashboard)/[account]/settings/actions'
import { connectFirstAction } from '@/app/(dashboard)/connect/actions'
import { FailureBanner } from '@/components/data/failure'
import { useAct } from '@/components/data/member'
import { useActionForm } from '@/components/data/use-action-form'
import { ButtonLink } from '@/components/navigation/link-looks'
import { useAccount, useGo } from '@/components/navigation/use-go'
import { StepUpFields, stepUpNames, useCheckStepUp } from '@/components/step-up/step-up-fields'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import { accountPath } from '@/lib/dashboard/account-address'

const fieldNames = ['base_url', 'api_key'] as const

/** Renders the form for the address and key of a team's first account, or of a further one. The key is sent once. */
export function ConnectForm() {
  const t = useTexts()
  const isFirst = useAccount() === ''
  const connectFurther = useAct(connectAction)
  const go = useGo()
  const checkStepUp = useCheckStepUp()
  const form = useActionForm({
    fields: [...fieldNames, ...stepUpNames],
    check: (typed) => {
      const missing = fieldNames.filter((name) => typed[name].trim() === '')
      return {
        ...Object.fromEntries(missing.map((name) => [name, t(`settings.connect.problems.${name}`)])),
        ...checkStepUp(typed),
      }
    },
    act: ({ base_url, api_key, ...stepUp }) =>
      isFirst
        ? connectFirstAction({ base_url, api_key, stepUp })
        : connectFurther({ base_url, api_key }, stepUp),
    onDone: ({ slug }) => go(accountPath(slug, isFirst ? '/' : '/settings/webhook'), { whenBack: true }),
    onRefusal: ({ code }) => {
      const message = t.first(`settings.connect.refused.${code}`)
      // The other codes concern the address: the host is unreachable, or is not a payments service.
      return message ? { [code === 'invalid_api_key' ? 'api_key' : 'base_url']: message } : {}
    },
  })
  useFirstFocus(form.props.ref)

  return (
    <form {...form.props} className="flex max-w-2xl flex-col rounded-xl bg-surface shadow-card">
      <div className="flex flex-col gap-5 px-4 py-5 sm:px-6 sm:py-6">
        <Field
          label={t('settings.connect.baseUrl')}
          hint={t('settings.connect.baseUrlHint')}
          {...form.field('base_url')}
          required
        >
          <Input type="url" inputMode="url" autoComplete="off" spellCheck={false} />
        </Field>
        <Field
          label={t('settings.connect.apiKey')}
          hint={t('settings.connect.apiKeyHint')}
          {...form.field('api_key')}
          required
        >
          <Input type="password" autoComplete="off" spellCheck={false} />
        </Field>
        <StepUpFields field={form.field} />
      </div>
      <div className="flex flex-wrap gap-2 border-t px-4 py-4 sm:px-6">
        {/* The failure is next to the submit button, where the user looks after a click. */}
        <FailureBanner
          title={t('settings.connect.failed')}
          failure={form.failure}
          className="mb-1 basis-full"
        />
        <Button {...form.submit} busyLabel={t('settings.connect.busy')} className="max-sm:grow">
          {t('settings.connect.submit')}
        </Button>
        {isFirst ? null : (
          <ButtonLink variant="quiet" href="/settings">
            {t('common.cancel')}
          </ButtonLink>
        )}
      </div>
    </form>
  )
}
