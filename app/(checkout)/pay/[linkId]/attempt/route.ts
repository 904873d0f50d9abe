import { answerForm, refuseNonTestCard, TRIED_COOKIE, waitOf } from '@/app/(checkout)/posted-form'
import { payerTextsOf } from '@/app/(checkout)/reader'
import { checkPayForm } from '@/lib/service/charges/check-pay-form'
import { type AttemptAnswer, answerOf, payLink, webPayDeps } from '@/lib/service/charges/pay-link'

/** Longer than the bank waits for a payer's decision. */
const TRIED_MAX_AGE_S = 3_600
/** Answers that a page shows in the form, not by the token of an attempt. */
const shownInForm: ReadonlySet<string | undefined> = new Set(['invalid', 'unavailable', 'too_many'])

export async function POST(
  request: Request,
  { params }: { params: Promise<{ linkId: string }> },
): Promise<Response> {
  const { linkId } = await params
  const page = {
    path: `/pay/${encodeURIComponent(linkId)}`,
    token: 'attempt',
    cookie: { name: TRIED_COOKIE, maxAgeS: TRIED_MAX_AGE_S },
    failed: { status: 'unresolved' } as const,
    queryOf: (answer: AttemptAnswer | null, attempt: string): Record<string, string> =>
      shownInForm.has(answer?.status) ? {} : { attempt },
  }
  return answerForm<AttemptAnswer>(request, page, async ({ token: attempt, field }) => {
    const waitS = await waitOf(request, 'pay')
    if (waitS > 0) return { status: 'too_many', retry_after_s: waitS }
    const deps = webPayDeps()
    const checked = checkPayForm(deps.processor.cardEntry, field, deps.now())
    const fields = checked.ok ? [] : checked.fields
    const foreign = refuseNonTestCard(field, fields)
    if (!checked.ok || foreign.length > 0) return { status: 'invalid', fields: [...foreign, ...fields] }
    const { card, payer } = checked
    const saveCard = field('save_card') === '1'
    const { t, locale } = payerTextsOf(request.headers)
    const result = await payLink(deps, {
      linkId,
      attempt,
      payerName: payer.name,
      payerEmail: payer.email,
      payerLanguage: locale,
      saveCard,
      card,
    })
    return answerOf(result, (reason) => t(`declines.${reason}`))
  })
}
