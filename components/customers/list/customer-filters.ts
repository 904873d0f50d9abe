import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import type { CustomerFilter } from '@/lib/dashboard/schema/customer'
import { customers } from '@/lib/messages/customers'

/** Filters of customers: the state of the saved card, and the day of creation. */
export const customerFilters: readonly FilterEntry<CustomerFilter>[] = [
  choiceFilter('card', customers.cardFilter, customers.cardFilters),
  { ...dateFilter, name: customers.createdFilter },
]
