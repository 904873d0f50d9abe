import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import { answerHead, answerJson, logFailure } from './answer'
import { callerOf } from './call'

type Pages = AsyncGenerator<readonly unknown[], void>

/** A resource whose last field is a list that may exceed the memory, read page by page while it is sent. */
export class PagedAnswer<Resource extends object> {
  constructor(
    readonly resource: Resource,
    readonly field: string & keyof Resource,
    readonly pages: Pages,
  ) {}
}

/**
 * Sends a paged response: a single page like any other response, more of them in chunks. A page that cannot be read is
 * an error response if it is the first; later it breaks the connection, so that a partial list never looks complete.
 */
export async function answerPages(
  request: FastifyRequest<RouteGenericInterface>,
  reply: FastifyReply,
  status: number,
  { resource, field, pages }: { resource: object; field: string; pages: Pages },
): Promise<FastifyReply> {
  const [first, second] = [await pages.next(), await pages.next()]
  const page = first.value ?? []
  if (second.done) return answerJson(request, reply, status, { ...resource, [field]: page })
  answerHead(reply, status, { requestId: request.id })
  if (request.method === 'HEAD') {
    await pages.return()
    return reply.send()
  }
  const head = `${JSON.stringify(resource).slice(0, -1)},${JSON.stringify(field)}:[${items(page)}`
  const chunks = chunksOf(head, second.value, pages)
  const { log } = callerOf(request).ctx
  const body = Readable.from(chunks)
  body.on('error', (error) => logFailure(request, { status, cause: error }, log))
  return reply.send(body)
}

/** Yields the text of a response, at most one page at a time. */
async function* chunksOf(
  head: string,
  second: readonly unknown[],
  pages: Pages,
): AsyncGenerator<string, void> {
  yield head
  if (second.length > 0) yield `,${items(second)}`
  for await (const page of pages) if (page.length > 0) yield `,${items(page)}`
  yield ']}'
}

function items(page: readonly unknown[]): string {
  return JSON.stringify(page).slice(1, -1)
}
