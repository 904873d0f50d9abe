import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { askOwnPasskeyAction } from '@/app/(dashboard)/[account]/settings/security/actions'
import { useAct, useMember } from '@/components/data/member'
import { getPasskey } from '@/components/sign-in/passkeys'
import { PasswordInput } from '@/components/sign-in/password-input'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { type BoundField, Field, type Problems } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { StepUp } from '@/lib/dashboard/team/step-up'

/** Names of the fields, in their order on the page. */
export const stepUpNames = ['password', 'code', 'passkey'] as const satisfies readonly (keyof StepUp)[]

/** Returns a function that returns the messages of the empty fields. */
export function useCheckStepUp(): (typed: StepUp) => Problems<keyof StepUp> {
  const t = useTexts()
  const { hasTwoStep } = useMember()
  return ({ password, code, passkey }) => ({
    ...(password === '' ? { password: t('step-up.passwordMissing') } : {}),
    ...(hasTwoStep && code.trim() === '' && !passkey ? { code: t('step-up.codeMissing') } : {}),
  })
}

type Props = { field: (name: keyof StepUp) => BoundField; passwordLabel?: string }

export function StepUpFields({ field, passwordLabel }: Props) {
  const t = useTexts()
  const { hasTwoStep, hasPasskey } = useMember()
  // Two-step sign-in may have been turned on in another tab: the refused code then shows its field.
  const [isRefused, setIsRefused] = useState(false)
  const { error: problem } = field('code')
  if (problem && !isRefused) setIsRefused(true)
  return (
    <>
      <Field label={passwordLabel ?? t('step-up.password')} {...field('password')} required>
        <PasswordInput autoComplete="current-password" />
      </Field>
      {hasTwoStep || isRefused ? (
        <Field label={t('step-up.code')} hint={t('step-up.codeHint')} {...field('code')} required>
          <Input
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            className="font-mono tracking-wider"
          />
        </Field>
      ) : null}
      {hasTwoStep && hasPasskey ? <PasskeyField problem={problem} /> : null}
    </>
  )
}

function PasskeyField({ problem }: { problem: string | undefined }) {
  const t = useTexts()
  const ask = useAct(askOwnPasskeyAction)
  const [response, setResponse] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  // A response is checked once.
  if (problem && response) setResponse('')

  async function use() {
    const result = await ask({})
    if (!result?.ok) return setFailure(result?.error.message ?? t('step-up.noAnswer'))
    const found = await getPasskey(result.data)
    setFailure(found === null ? t('step-up.passkeyFailed') : null)
    setResponse(found ?? '')
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <input type="hidden" name="passkey" value={response} />
      <Button size="sm" Icon={KeyRound} onClick={use}>
        {t('step-up.usePasskey')}
      </Button>
      <p role="status" className="text-muted empty:hidden">
        {response ? t('step-up.passkeyUsed') : failure}
      </p>
    </div>
  )
}
