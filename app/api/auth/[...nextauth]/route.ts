import NextAuth from 'next-auth'
import { methods, type RouteHandler } from '@/lib/dashboard/web/methods'
import { readBody } from '@/lib/dashboard/web/read-body'
import { authOptions } from '@/lib/dashboard/web/session'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

/** An e-mail, a password and next-auth's own token. */
const FORM_BYTES_MAX = 16 * 1024

const handle: RouteHandler<{ nextauth: string[] }> = async (request, route) => {
  // Read on a copy: next-auth reads the body itself, without a limit.
  if (request.method === 'POST') await readBody(request.clone(), FORM_BYTES_MAX)
  const answer: Response = await NextAuth(authOptions(webDashboard(), request.headers))(request, route)
  return answer
}

export const { GET, POST, PUT, PATCH, DELETE } = methods(
  { GET: handle, POST: handle },
  () => webDashboard().log,
)
