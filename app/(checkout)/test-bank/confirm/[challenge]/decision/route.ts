import { hasTestBank, isCrossOrigin, readForm } from '@/app/(checkout)/posted-form'
import { webResources } from '@/lib/platform/process'
import { decideChallenge } from '@/lib/service/processor/test-bank-books'

/** Writes the payer's decision into the bank's books, then redirects back to the shop. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ challenge: string }> },
): Promise<Response> {
  const { database, env } = webResources()
  if (!hasTestBank()) return new Response(null, { status: 404 })
  if (isCrossOrigin(request, env.WEB_URL)) return new Response(null, { status: 403 })
  const { challenge } = await params
  const decision = (await readForm(request))?.get('decision')
  if (decision !== 'approve' && decision !== 'refuse') return new Response(null, { status: 400 })
  const decided = await decideChallenge(database, challenge, decision, new Date())
  if (!decided) return new Response(null, { status: 404 })
  const page = new URL(`/test-bank/confirm/${encodeURIComponent(challenge)}`, env.WEB_URL)
  return Response.redirect(decided.returnUrl ?? page, 303)
}
