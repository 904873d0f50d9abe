import { Field } from '@/components/ui/field'
import { newPassword } from '@/lib/messages/new-password'
import { PasswordInput } from './password-input'

type Props = { name: string; label: string; error: string | undefined }

/** The field of a new password with its rule; typed once, for it can be shown. */
export function NewPasswordField({ name, label, error }: Props) {
  return (
    <Field label={label} hint={newPassword.hint} error={error} required>
      <PasswordInput name={name} autoComplete="new-password" />
    </Field>
  )
}
