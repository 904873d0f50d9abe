'use client'

import { dateFilter } from '@/components/list/date-filter'
import { FilterChoice } from '@/components/list/filter-pill'
import type { ChoicesProps, FilterEntry } from '@/components/list/filters'
import type { CardFilter, CustomerFilter } from '@/lib/dashboard/schema/customer'
import { customers } from '@/lib/messages/customers'

const cards = Object.keys(customers.cardFilters) as CardFilter[] // Object.keys forgets the key type.

const cardFilter: FilterEntry<CustomerFilter> = {
  keys: ['card'],
  name: customers.cardFilter,
  words: ({ card }) => (card ? customers.cardFilters[card] : null),
  standing: (words) => `${customers.cardFilter}: ${words}`,
  pill: { width: 'list', choices: (props) => <CardChoices {...props} /> },
}

function CardChoices({ filter, hrefOf, onChosen }: ChoicesProps<CustomerFilter>) {
  return (
    <div className="flex flex-col gap-0.5">
      {cards.map((card) => (
        <FilterChoice key={card} href={hrefOf({ card })} current={filter.card === card} onChosen={onChosen}>
          {customers.cardFilters[card]}
        </FilterChoice>
      ))}
    </div>
  )
}

/** The filter table of customers: the state of the saved card, and the day of creation. */
export const customerFilters: readonly FilterEntry<CustomerFilter>[] = [
  cardFilter,
  { ...dateFilter, name: customers.createdFilter },
]
