import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

export function PasswordInput(props: Omit<ComponentProps<typeof Input>, 'type' | 'control'>) {
  const t = useTexts()
  const [shown, setShown] = useState(false)
  const Eyes = shown ? EyeOff : Eye
  return (
    <Input
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      control={
        <Button
          size="icon"
          variant="quiet"
          aria-label={t(shown ? 'password-field.hide' : 'password-field.show')}
          onClick={() => setShown(!shown)}
          Icon={Eyes}
        />
      }
    />
  )
}

/** Renders the field of a new password with its rule. It is typed once, because it can be revealed. */
export function NewPasswordField(props: Omit<ComponentProps<typeof Field>, 'hint' | 'children'>) {
  const t = useTexts()
  return (
    <Field {...props} hint={t('new-password.hint')} required>
      <PasswordInput autoComplete="new-password" />
    </Field>
  )
}
