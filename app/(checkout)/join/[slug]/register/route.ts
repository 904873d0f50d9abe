import { answerForm, waitOf } from '@/app/(checkout)/join/[slug]/posted-form'
import { join } from '@/lib/messages/join'
import { checkSignUpForm } from '@/lib/service/sign-up/check-sign-up-form'
import { signUp } from '@/lib/service/sign-up/sign-up'
import { webSignUpDeps } from '@/lib/service/sign-up/web-sign-up-deps'

/**
 * The sign-up form. With `Accept: application/json` it answers a JoinAnswer; without scripts it leads back to the
 * page, which tells how it ended. Not a server action: those log their arguments in development.
 */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ slug: string }> },
): Promise<Response> {
  const { slug } = await params
  return answerForm(request, slug, async ({ token, field }) => {
    const checked = checkSignUpForm(field, new Date())
    // Mistyping costs no try.
    if (!checked.ok) return { status: 'invalid', fields: checked.fields }
    const waitS = await waitOf(request)
    if (waitS > 0) return { status: 'too_many', retry_after_s: waitS }
    const { details, card } = checked
    const { kind } = await signUp(webSignUpDeps(join.codeMessage), { slug, form: token, details, card })
    if (kind === 'processor_down') return { status: 'unavailable' }
    return { status: kind === 'done' ? 'done' : 'closed' }
  })
}
