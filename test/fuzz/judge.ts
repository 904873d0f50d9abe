import { errorTable, isErrorCode } from '@/lib/contract/errors'
import type { DescribedApi, Operation } from './described-api'
import type { WireAnswer, WireRequest } from './wire'

/** Response that violates the document, with its content. */
export class Undocumented extends Error {
  constructor(problem: string, request: WireRequest, answer: WireAnswer) {
    const body = request.body === undefined ? '' : `\n${request.body.toString().slice(0, 600)}`
    super(
      `${problem}\n> ${request.method} ${request.path.slice(0, 400)}${body}\n< ${answer.status} ${answer.text.slice(0, 600)}`,
    )
  }
}

/**
 * Checks a response against the document: its status is declared, its body is valid, its headers exist. Without an
 * operation (an unknown path or method) it must be one of the contract's errors. Returns the parsed body.
 */
export function judge(
  api: DescribedApi,
  operation: Operation | null,
  request: WireRequest,
  answer: WireAnswer,
): unknown {
  const fail = (problem: string): never => {
    throw new Undocumented(problem, request, answer)
  }
  const { status, headers, text } = answer
  if (status >= 500) fail('a failure of the server')
  if (headers['content-type'] !== 'application/json; charset=utf-8') fail('not JSON by its type')
  const body = parsed(text) ?? fail('not JSON')
  if (typeof headers['request-id'] !== 'string') fail('no Request-Id')
  if (status >= 400) {
    const problem = api.errorProblem(body) ?? errorProblem(status, body, headers['request-id'], operation)
    if (problem) fail(problem)
  }
  if (!operation) return status >= 400 ? body : fail('an answer from nowhere')
  if (!operation.responses[status]) fail('a status that is not declared')
  const problem = api.answerProblem(operation, status, body)
  if (problem) fail(problem)
  for (const { name, required } of api.headersOf(operation, status)) {
    if (required && headers[name] === undefined) fail(`without the header ${name}`)
  }
  return body
}

/**
 * Returns the difference between an error and its entry in the error table; only the message for an unknown path differs.
 */
function errorProblem(
  status: number,
  body: unknown,
  requestId: unknown,
  operation: Operation | null,
): string | null {
  // The document's Error schema has just been checked.
  const { error } = body as {
    error: { type: string; code: string; message: string; details: { request_id: string } }
  }
  if (!isErrorCode(error.code)) return 'a code that nobody knows'
  const rule = errorTable[error.code]
  const isWorded = operation === null && error.code === 'resource_not_found'
  if (rule.status !== status || rule.type !== error.type || (!isWorded && rule.message !== error.message))
    return `not what the table has for ${error.code}`
  return error.details.request_id === requestId ? null : 'two request ids'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
