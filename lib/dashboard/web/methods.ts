import { Refusal } from '@/lib/dashboard/refusal'
import type { Log } from '@/lib/platform/log'
import { errorResponse } from './responses'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]

export type RouteHandler<Params> = (request: Request, route: { params: Promise<Params> }) => Promise<Response>

/**
 * Returns a route's exports: each given handler with its errors turned into responses, every other method answered with
 * 405 as JSON. `log` is called lazily: Next loads routes during the build, without an environment.
 */
export function methods<Params>(
  handlers: Partial<Record<Method, RouteHandler<Params>>>,
  log: () => Log,
): Record<Method, RouteHandler<Params>> {
  const allow = { allow: Object.keys(handlers).join(', ') }
  const refuse: RouteHandler<Params> = async () =>
    errorResponse(new Refusal('method_not_allowed'), log(), allow)
  const entries = METHODS.map((method): [Method, RouteHandler<Params>] => {
    const handler = handlers[method]
    return [method, handler ? guarded(handler, log) : refuse]
  })
  // Every method of METHODS has its entry.
  return Object.fromEntries(entries) as Record<Method, RouteHandler<Params>>
}

function guarded<Params>(handler: RouteHandler<Params>, log: () => Log): RouteHandler<Params> {
  return async (request, route) => {
    try {
      return await handler(request, route)
    } catch (error) {
      return errorResponse(error, log())
    }
  }
}
