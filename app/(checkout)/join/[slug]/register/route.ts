import { answerJoin, codeMessageFor } from '@/app/(checkout)/join/[slug]/posted-form'
import { refuseNonTestCard, waitOf } from '@/app/(checkout)/posted-form'
import { payerTextsOf } from '@/app/(checkout)/reader'
import { checkSignUpForm } from '@/lib/service/sign-up/check-sign-up-form'
import { signUp } from '@/lib/service/sign-up/sign-up'
import { webSignUpDeps } from '@/lib/service/sign-up/sign-up-deps'

export async function POST(
  request: Request,
  { params }: { params: Promise<{ slug: string }> },
): Promise<Response> {
  const { slug } = await params
  return answerJoin(request, slug, async ({ token, field }) => {
    const deps = webSignUpDeps(codeMessageFor(request))
    const checked = checkSignUpForm(deps.processor.cardEntry, field, deps.now())
    const fields = checked.ok ? [] : checked.fields
    const foreign = refuseNonTestCard(field, fields)
    // Invalid fields do not count as an attempt.
    if (!checked.ok || foreign.length > 0) return { status: 'invalid', fields: [...fields, ...foreign] }
    const waitS = await waitOf(request, 'join')
    if (waitS > 0) return { status: 'too_many', retry_after_s: waitS }
    const { details, card } = checked
    const { t } = payerTextsOf(request.headers)
    const result = await signUp(deps, { slug, form: token, details, card })
    return result.status === 'declined'
      ? { status: 'declined', message: t(`declines.${result.reason}`) }
      : result
  })
}
