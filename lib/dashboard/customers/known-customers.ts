import { z } from 'zod'
import { EMAIL_MAX, ID_TEXT_MAX, PHONE_TEXT_MAX } from '@/lib/contract/limits'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { literally } from '@/lib/dashboard/reads/search-text'
import type { KnownCustomer } from '@/lib/dashboard/schema/customer'
import { emailIdentity } from '@/lib/domain/email-address'
import { readTypedPhone } from '@/lib/domain/phone'
import { isStorable } from '@/lib/domain/text'
import { emailForms } from '@/lib/platform/typed-url'
import { customerWithPhone } from './customer-with-phone'

const text = (max: number) => z.string().trim().max(max).refine(isStorable).optional()

/** Current values of a form; `except` is the customer whom it changes. */
export const knownCustomersSchema = z.object({
  phone: text(PHONE_TEXT_MAX),
  email: text(EMAIL_MAX),
  except: text(ID_TEXT_MAX),
})

/** Returns the mirrored customers with this phone or e-mail, archived ones included (decisions: customers). */
export async function knownCustomers(
  ctx: ConnectionContext,
  { phone, email, except }: z.output<typeof knownCustomersSchema>,
): Promise<KnownCustomer[]> {
  const typed = phone ? readTypedPhone(phone, ctx.account.country ?? null) : null
  const { connectionId, prisma } = ctx
  const [byPhone, byEmail] = await Promise.all([
    typed && customerWithPhone(ctx, typed),
    email?.includes('@')
      ? prisma.mirrorCustomer.findFirst({
          where: {
            connectionId,
            OR: emailForms(emailIdentity(email)).map((form) => ({
              email: { equals: literally(form), mode: 'insensitive' as const },
            })),
          },
          select: { id: true, name: true },
        })
      : null,
  ])
  return [
    ...(byPhone ? [{ ...byPhone, field: 'phone' as const }] : []),
    ...(byEmail ? [{ ...byEmail, field: 'email' as const }] : []),
  ].filter(({ id }) => id !== except)
}
