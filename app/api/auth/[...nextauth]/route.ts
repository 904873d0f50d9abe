import NextAuth from 'next-auth'
import { methods, type RouteHandler, readBody, requireOwnOrigin } from '@/lib/dashboard/web/responses'
import { authOptions } from '@/lib/dashboard/web/session'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { ANSWER_HEADERS } from '@/lib/platform/http-server'

/** Room for an e-mail, a password and next-auth's own token. */
const FORM_BYTES_MAX = 16 * 1024

const handle: RouteHandler<{ nextauth: string[] }> = async (request, route) => {
  const dashboard = webDashboard()
  if (request.method === 'POST') {
    requireOwnOrigin(request.headers, dashboard)
    // The size is checked on a clone: next-auth reads the body itself, without a limit.
    await readBody(request.clone(), FORM_BYTES_MAX)
  }
  const answer: Response = await NextAuth(authOptions(dashboard, request.headers))(request, route)
  for (const [name, value] of ANSWER_HEADERS) answer.headers.set(name, value)
  answer.headers.set('cache-control', 'no-store')
  return answer
}

export const { GET, POST, PUT, PATCH, DELETE } = methods({ GET: handle, POST: handle })
