import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '@/lib/contract/errors'

/** Methods of each path, collected while routes are registered. */
export class KnownPaths {
  readonly #methods = new Map<string, Set<string>>()

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      const known = this.#methods.get(url) ?? new Set()
      for (const each of [method].flat()) known.add(each)
      this.#methods.set(url, known)
    })
  }

  /** Returns the methods of a concrete path, including OPTIONS; none if no route has it. */
  methodsOf(path: string): string[] {
    for (const [url, methods] of this.#methods) {
      if (matches(url, path)) return [...methods, 'OPTIONS'].sort()
    }
    return []
  }
}

function matches(url: string, path: string): boolean {
  const [template, concrete] = [url.split('/'), path.split('/')]
  return (
    template.length === concrete.length &&
    template.every((part, i) => (part.startsWith(':') ? concrete[i] !== '' : part === concrete[i]))
  )
}

/**
 * Returns the error of a request without a route: 405 with `Allow` if the path has other methods, else 404 with the
 * address of the docs.
 */
export function unmatchedError(request: FastifyRequest, paths: KnownPaths, webUrl: string): ApiError {
  const allowed = paths.methodsOf(request.url.split('?', 1)[0] ?? '')
  return allowed.length === 0
    ? new ApiError('resource_not_found', {}, { message: resourceNotFound(webUrl) })
    : new ApiError('method_not_allowed', {}, { headers: { Allow: allowed.join(', ') } })
}

function resourceNotFound(webUrl: string): string {
  return `There is nothing at this path. The API and its paths are described at ${webUrl}/docs.`
}
