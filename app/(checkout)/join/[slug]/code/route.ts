import { answerJoin, codeMessageFor } from '@/app/(checkout)/join/[slug]/posted-form'
import { waitOf } from '@/app/(checkout)/posted-form'
import { enterCode } from '@/lib/service/sign-up/enter-code'
import { webSignUpDeps } from '@/lib/service/sign-up/sign-up-deps'

/** Verifies the code of a known phone. Responds like the sign-up form. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ slug: string }> },
): Promise<Response> {
  const { slug } = await params
  return answerJoin(request, slug, async ({ token: form, field }) => {
    const waitS = await waitOf(request, 'join')
    if (waitS > 0) return { status: 'too_many', retry_after_s: waitS }
    const result = await enterCode(webSignUpDeps(codeMessageFor(request)), {
      slug,
      form,
      code: field('code'),
    })
    if (result === 'wrong') return { status: 'wrong_code' }
    return { status: result === 'saved' ? 'done' : 'closed' }
  })
}
