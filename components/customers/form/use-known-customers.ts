import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '@/components/data/read'
import { useSettled } from '@/components/search/use-settled'
import type { KnownCustomer } from '@/lib/dashboard/schema/customer'
import { PHONE_DIGITS_MIN } from '@/lib/domain/phone'

/** Pause in typing after which the server is queried. */
const TYPING_PAUSE_MS = 350

/**
 * Returns the customers with the typed phone or e-mail, except the one of `except`. A field is looked up once it may be
 * complete.
 */
export function useKnownCustomers(
  { phone, email }: { phone: string; email: string },
  except: string | undefined,
): Partial<Record<KnownCustomer['field'], KnownCustomer>> {
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0
  const typed = {
    phone: useSettled(digits >= PHONE_DIGITS_MIN ? phone.trim() : '', TYPING_PAUSE_MS),
    email: useSettled(email.includes('@') ? email.trim() : '', TYPING_PAUSE_MS),
    except,
  }
  const { data } = useRead('customers/known', typed, {
    enabled: typed.phone !== '' || typed.email !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  if (typed.phone === '' && typed.email === '') return {}
  const found = (data?.known ?? []).filter(({ field }) => typed[field] !== '')
  return Object.fromEntries(found.map((known) => [known.field, known]))
}
