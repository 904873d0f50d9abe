import { Field } from '@/components/ui/field'
import { newPassword } from '@/lib/messages/new-password'
import { PasswordInput } from './password-input'

type Props = { name: string; label: string; error: string | undefined }

/** Renders the field of a new password with its rule. It is typed once, because it can be revealed. */
export function NewPasswordField({ name, label, error }: Props) {
  return (
    <Field label={label} hint={newPassword.hint} error={error} required>
      <PasswordInput name={name} autoComplete="new-password" />
    </Field>
  )
}
