import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '@/lib/contract/errors'
import { type JsonObject, jsonError, parseJsonObject } from '@/lib/contract/json'
import { BODY_BYTES_MAX } from '@/lib/contract/limits'

/** Bytes that are read and discarded of a body that is too large, so that its sender can read the response. */
const DRAIN_BYTES_MAX = 4 * 1024 * 1024

/** Matches `application/json`, in UTF-8 if it has a charset. */
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Registers a parser that reads bodies as bytes, of any type; `jsonBody` validates them for the endpoints that need
 * one.
 */
export function installBodyReader(api: FastifyInstance): void {
  api.addContentTypeParser('*', (_request, payload, done) => readBytes(payload, done))
}

function readBytes(
  payload: Readable,
  done: (error: Error | null, bytes?: Buffer | 'too_large') => void,
): void {
  const chunks: Buffer[] = []
  let length = 0
  const finish = (error: Error | null) => {
    payload.off('data', take).off('end', end).off('error', finish)
    // The sender has hung up, so the error reaches only the log.
    if (error) done(new ApiError('invalid_json', {}, { cause: error }))
    else done(null, length > BODY_BYTES_MAX ? 'too_large' : Buffer.concat(chunks, length))
  }
  const end = () => finish(null)
  const take = (chunk: Buffer) => {
    length += chunk.length
    if (length <= BODY_BYTES_MAX) chunks.push(chunk)
    else if (length > DRAIN_BYTES_MAX) finish(null)
  }
  payload.on('data', take).on('end', end).on('error', finish)
}

/**
 * Returns the body as one JSON object (decisions: body); null if there is none, under any content type. Throws 400
 * `invalid_json`, or `invalid_parameters` for characters that cannot be stored.
 */
export function jsonBody(request: FastifyRequest): JsonObject | null {
  const bytes = request.body
  if (bytes === 'too_large') throw new ApiError('invalid_json')
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return null
  if (!JSON_TYPE.test(request.sentContentType ?? '')) throw new ApiError('invalid_json')
  if (request.headers['content-encoding'] !== undefined) throw new ApiError('invalid_json')
  const parsed = parseJsonObject(decode(bytes))
  if (!parsed.ok) throw jsonError(parsed)
  if (request.trace) request.trace.body = parsed.value
  return parsed
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new ApiError('invalid_json', {}, { cause })
  }
}
