import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '@/lib/contract/errors'
import { type JsonObject, jsonError, parseJsonObject } from '@/lib/contract/json'
import { BODY_BYTES_MAX } from '@/lib/contract/limits'

/** Bytes that are read and discarded of a body that is too large, so that its sender can read the response. */
const DRAIN_BYTES_MAX = 4 * 1024 * 1024

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Registers a parser that reads bodies of any type as bytes; `jsonBody` validates them. */
export function installBodyReader(api: FastifyInstance): void {
  api.addContentTypeParser('*', (request, payload, done) => {
    readBytes(payload, request.routeOptions.config.bodyBytesMax ?? BODY_BYTES_MAX, done)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Largest body of the route, in bytes; BODY_BYTES_MAX by default. */
    bodyBytesMax?: number
  }
}

function readBytes(
  payload: Readable,
  bytesMax: number,
  done: (error: Error | null, bytes?: Buffer | 'too_large') => void,
): void {
  const chunks: Buffer[] = []
  let length = 0
  const finish = (error: Error | null) => {
    payload.off('data', take).off('end', end).off('error', finish)
    // The sender has hung up, so the error reaches only the log.
    if (error) done(new ApiError('invalid_json', {}, { cause: error }))
    else done(null, length > bytesMax ? 'too_large' : Buffer.concat(chunks, length))
  }
  const end = () => finish(null)
  const take = (chunk: Buffer) => {
    length += chunk.length
    if (length <= bytesMax) chunks.push(chunk)
    else if (length > bytesMax + DRAIN_BYTES_MAX) finish(null)
  }
  payload.on('data', take).on('end', end).on('error', finish)
}

/** Returns the body of an upload as it was sent; empty if there is none. */
export function fileBody({ body }: FastifyRequest): Buffer | 'too_large' {
  return body === 'too_large' || Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/** Returns the body as one JSON object; null without one. Throws 400 `invalid_json`, `invalid_parameters`. */
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
