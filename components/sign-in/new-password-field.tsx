'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { newPassword } from '@/lib/messages/new-password'
import { signIn } from '@/lib/messages/sign-in'

type Props = { name: string; label: string; error: string | undefined }

/** The field of a new password with its rule; typed once, for it can be shown. */
export function NewPasswordField({ name, label, error }: Props) {
  const [shown, setShown] = useState(false)
  const Eyes = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={newPassword.hint} error={error} required>
      <Input
        name={name}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        control={
          <Button
            size="icon"
            variant="quiet"
            aria-label={shown ? signIn.hidePassword : signIn.showPassword}
            onClick={() => setShown(!shown)}
            icon={<Eyes aria-hidden className="size-4" />}
          />
        }
      />
    </Field>
  )
}
