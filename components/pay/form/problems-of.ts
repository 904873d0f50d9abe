import type { Problems } from '@/components/ui/field'
import type { FieldError } from '@/lib/contract/errors'

export type FormErrors = readonly Pick<FieldError, 'field' | 'code'>[]

/** Returns the messages of the form's own fields, the first error of each. */
export function problemsOf<Name extends string>(
  errors: FormErrors,
  fields: readonly Name[],
  messages: Readonly<Record<string, string>>,
): Problems<Name> {
  const problems: Problems<Name> = {}
  for (const { field, code } of errors) {
    const name = fields.find((known) => known === field)
    const message = messages[`${field}.${code}`] ?? messages[field]
    if (name && message) problems[name] ??= message
  }
  return problems
}
