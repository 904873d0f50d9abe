import type { z } from 'zod'
import { type FieldError, invalidParameters } from './errors'

/** Returns all errors of a failed parse of `input`, with dotted paths and stable codes, never with values. */
export function fieldErrors(error: z.ZodError, input: unknown): FieldError[] {
  return error.issues.flatMap((issue) => fromIssue(issue, input))
}

/** Parses a request. Throws ApiError `invalid_parameters` (400) with all field errors. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  return parseRequestWith(schema, input, () => [])
}

/** Parses like parseRequest, with the errors of `more`, which reads the raw body, beside the schema's. */
export function parseRequestWith<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  more: (raw: Readonly<Record<string, unknown>>) => readonly FieldError[],
): z.output<Schema> {
  const parsed = schema.safeParse(input)
  const problems = [...(parsed.success ? [] : fieldErrors(parsed.error, input)), ...more(asRecord(input))]
  if (!parsed.success || problems.length > 0) throw invalidParameters(problems)
  return parsed.data
}

function fromIssue(issue: z.core.$ZodIssue, input: unknown): FieldError[] {
  const field = issue.path.map(String).join('.')
  const fieldError = (code: string, message: string) => [{ field, code, message }]
  switch (issue.code) {
    case 'custom':
      return fieldError(
        typeof issue.params?.code === 'string' ? issue.params.code : 'invalid_value',
        issue.message,
      )
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        field: field === '' ? key : `${field}.${key}`,
        code: 'unknown_field',
        message: 'This field is not known here. Check its spelling.',
      }))
    case 'invalid_type':
      if (issue.path.length > 0 && valueAt(input, issue.path) === undefined)
        return fieldError('required', 'Is required.')
      return fieldError('invalid_type', `Must be ${typeLabels[issue.expected] ?? issue.expected}.`)
    case 'too_small':
      return fieldError('too_small', `Must be at least ${issue.minimum}.`)
    case 'too_big':
      return fieldError('too_large', `Must be at most ${issue.maximum}.`)
    case 'invalid_value':
      if (issue.path.length > 0 && valueAt(input, issue.path) === undefined)
        return fieldError('required', 'Is required.')
      return fieldError('invalid_value', `Must be one of ${issue.values.map(String).join(', ')}.`)
    default:
      return fieldError('invalid_value', 'Is not valid.')
  }
}

const typeLabels: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a JSON object',
  record: 'a JSON object',
  array: 'a list',
  null: 'null',
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) value = asRecord(value)[String(key)]
  return value
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  // Arrays, too: their indexes are keys. Reading a missing key of any object returns undefined.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
