import { ApiError, type FieldError, fieldErrorsIn } from '@/lib/contract/errors'
import {
  AccountDisconnected,
  ContractMismatch,
  HostRefused,
  HostUnreachable,
} from '@/lib/dashboard/client/host-errors'
import { Refusal, type RefusalCode, type RefusedField } from '@/lib/dashboard/refusal'
import { moneyText } from '@/lib/domain/money'
import type { Translate } from '@/lib/messages/translator'
import { isDatabaseAway } from '@/lib/platform/database-away'
import { isShareBusy } from '@/lib/platform/shares'
import { SnapshotBusy } from '@/lib/platform/snapshot'
import type { MemberTexts } from '@/lib/ui/member-reader'
import type { Problem } from './shape'

type Texts = Pick<MemberTexts, 't' | 'language' | 'locale'>

/** Returns the public part of any thrown value in the reader's language; nothing internal is included. */
export function problemOf(error: unknown, texts: Texts): Problem {
  const { t } = texts
  const own = (code: RefusalCode) => ({ code, message: t(`refusals.own.${code}`) })
  if (error instanceof Refusal) return withDetails(own(error.code), error.fields, error.requestId, texts)
  // The contract's own checks throw the errors of the API.
  if (error instanceof ApiError && error.code === 'invalid_parameters')
    return withDetails(own(error.code), fieldErrorsIn(error.details), null, texts)
  if (error instanceof ApiError && error.code === 'resource_not_found') return own(error.code)
  if (error instanceof HostRefused) {
    const said = { code: error.knownCode ?? error.code, message: sentenceOf(error, t) }
    const problem = withDetails(said, fieldErrorsIn(error.details), error.requestId, texts)
    return error.knownCode === 'customer_already_exists' ? withExisting(problem, error) : problem
  }
  if (error instanceof AccountDisconnected) return own('account_disconnected')
  if (error instanceof HostUnreachable) return own('host_unreachable')
  if (error instanceof ContractMismatch)
    return withDetails(own('contract_mismatch'), [], error.requestId, texts)
  if (isShareBusy(error)) return own('team_busy')
  if (isDatabaseAway(error)) return own('service_unavailable')
  return own(error instanceof SnapshotBusy ? 'exports_busy' : 'internal_error')
}

/** Adds the taken field and the customer who has it (decisions: phone or e-mail taken), if the host names them. */
function withExisting(problem: Problem, { details }: HostRefused): Problem {
  const field = details.field === 'email' ? 'email' : 'phone'
  return {
    ...problem,
    fields: [{ field, code: problem.code, message: problem.message }],
    ...(typeof details.customer_id === 'string' ? { customerId: details.customer_id } : {}),
  }
}

/** Returns our own message: the host's is written for the developers of its clients. */
function sentenceOf({ code, knownCode, status }: HostRefused, t: Translate): string {
  const sentence = t.first(`refusals.host.${knownCode}`)
  if (sentence) return sentence
  if (status >= 500) return t('refusals.hostFailed')
  return status === 409 ? t('refusals.hostConflict') : t('refusals.hostOther', { code })
}

function withDetails(
  said: Pick<Problem, 'code' | 'message'>,
  fields: readonly RefusedField[],
  requestId: string | null,
  texts: Texts,
): Problem {
  return {
    ...said,
    ...(fields.length > 0 ? { fields: fields.map((field) => translated(field, texts)) } : {}),
    ...(requestId === null ? {} : { requestId }),
  }
}

/**
 * Returns the error of a field in the reader's language. A message of our own is a key. The contract and the hosts write
 * English, in whose place other languages have a text for the code.
 */
function translated(
  { field, code, message, values }: RefusedField,
  { t, language, locale }: Texts,
): FieldError {
  // The casts are valid: `fieldRefusal` checked the values of the key.
  const written = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? moneyText(value.amount, value.currency, locale) : value,
  ])
  const own = values
    ? t(message as 'refusals.hostOther', Object.fromEntries(written) as { code: string })
    : t.first(message)
  if (own !== undefined || language === 'en') return { field, code, message: own ?? message }
  return { field, code, message: t.first(`problems.${code}`) ?? message }
}
