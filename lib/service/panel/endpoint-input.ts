import { type FieldError, invalidParameters } from '@/lib/contract/errors'
import { type EventKind, eventKinds } from '@/lib/contract/event-kinds'
import { ENDPOINT_DESCRIPTION_MAX } from '@/lib/contract/limits'
import { codePoints, isStorable, normalizeText } from '@/lib/domain/text'
import { readTypedUrl, typedUrlProblems } from '@/lib/platform/typed-url'

/** Settings of an endpoint as typed. */
export interface EndpointInput {
  url: string
  description?: string | null
  /** null = every kind of event. */
  kinds?: readonly string[] | null
}

/** Settings of an endpoint as stored. */
export interface EndpointSettings {
  url: URL
  description: string | null
  kinds: EventKind[] | null
}

/**
 * Parses the settings of an endpoint; the kinds are in the contract's order. Throws 400 `invalid_parameters` with every
 * field error.
 */
export function readEndpointInput(
  { url, description = null, kinds = null }: EndpointInput,
  rules: { testMode: boolean },
): EndpointSettings {
  const problems: FieldError[] = []
  const typed = readTypedUrl(url.trim(), rules)
  if (!typed.ok)
    problems.push({ field: 'url', code: typed.problem, message: typedUrlProblems[typed.problem] })
  const text = normalizeText(description ?? '') || null
  if (text !== null && (codePoints(text) > ENDPOINT_DESCRIPTION_MAX || !isStorable(text)))
    problems.push({ field: 'description', code: 'invalid_value', message: messages.description })
  const known = kinds && eventKinds.filter((kind) => kinds.includes(kind))
  if (kinds && known?.length !== new Set(kinds).size)
    problems.push({ field: 'kinds', code: 'invalid_value', message: messages.unknownKind })
  else if (known?.length === 0) problems.push({ field: 'kinds', code: 'required', message: messages.noKind })
  if (!typed.ok || problems.length > 0) throw invalidParameters(problems)
  return { url: typed.url, description: text, kinds: known }
}

const messages = {
  description: `The description must have at most ${ENDPOINT_DESCRIPTION_MAX} characters that can be stored.`,
  unknownKind: 'There is no such event.',
  noKind: 'Choose at least one event, or all of them.',
} as const
