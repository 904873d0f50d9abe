import { answerForm, type PostedForm } from '@/app/(checkout)/posted-form'
import { payerTextsOf } from '@/app/(checkout)/reader'
import type { JoinAnswer } from '@/components/join/join-form'

/** Token of the form that this browser sent last. */
export const SENT_COOKIE = 'sent'
const MAX_AGE_S = 24 * 3_600

/** Returns the text of the message with a code, in the payer's language. */
export function codeMessageFor(request: Request): (merchant: string, code: string) => string {
  const { t } = payerTextsOf(request.headers)
  return (merchant, code) => t('join.codeMessage', { merchant, code })
}

/** Handles both forms of a sign-up page. */
export function answerJoin(
  request: Request,
  slug: string,
  work: (form: PostedForm) => Promise<JoinAnswer>,
): Promise<Response> {
  const page = {
    path: `/join/${encodeURIComponent(slug)}`,
    token: 'form',
    cookie: { name: SENT_COOKIE, maxAgeS: MAX_AGE_S },
    failed: null,
    queryOf: (answer: JoinAnswer | null, form: string): Record<string, string> => {
      if (answer?.status === 'closed') return {}
      if (answer === null) return { form, lost: '1' }
      return answer.status === 'wrong_code' ? { form, code: 'wrong' } : { form }
    },
  }
  return answerForm<JoinAnswer>(request, page, work)
}
