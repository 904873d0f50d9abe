'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { FilterChoice, FilterPill } from '@/components/filters/filter-pill'
import { SearchInput } from '@/components/filters/search-input'
import { linksQuery } from '@/components/links/queries'
import { Amount } from '@/components/money/amount'
import { common } from '@/lib/messages/common'
import { filters } from '@/lib/messages/filters'
import { payments } from '@/lib/messages/payments'
import { type PaymentFilter, paymentsHref } from './payment-filter'

/** As many as an eye takes in; typing finds the others. */
const CHOICES_MAX = 7

type Props = { filter: PaymentFilter; title: string | null }

/** The payments of one link, found by its title. */
export function LinkFilter({ filter, title }: Props) {
  return (
    <FilterPill
      name={payments.linkFilter}
      value={filter.link ? (title ?? filter.link) : null}
      clearHref={paymentsHref(filter, { link: undefined })}
      clearLabel={filters.remove(payments.linkFilter)}
    >
      {(close) => <Choices filter={filter} onChosen={close} />}
    </FilterPill>
  )
}

function Choices({ filter, onChosen }: { filter: PaymentFilter; onChosen: () => void }) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const list = useQuery({ ...linksQuery(q ? { q } : {}), placeholderData: (before) => before })
  const found = list.data?.data.slice(0, CHOICES_MAX) ?? []
  return (
    <div className="flex flex-col gap-1">
      <div className="sm:p-1">
        <SearchInput
          aria-label={payments.linkSearch}
          placeholder={payments.linkSearch}
          maxLength={120}
          value={typed}
          filled={typed !== ''}
          onClear={() => setTyped('')}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div className="flex min-h-64 flex-col">
        {found.map((link) => (
          <FilterChoice
            key={link.id}
            href={paymentsHref(filter, { link: link.id })}
            current={filter.link === link.id}
            onChosen={onChosen}
            note={<Amount amount={link.amount} currency={link.currency} />}
          >
            {link.title}
          </FilterChoice>
        ))}
        {(list.data?.data.length ?? 0) > CHOICES_MAX ? (
          <p className="mt-auto px-2.5 pt-2 pb-1 text-muted text-xs">{payments.linkMore}</p>
        ) : null}
        {found.length === 0 ? (
          <p role="status" className="px-2.5 py-2 text-muted text-sm">
            {list.isPending ? common.loading : payments.linkNone}
          </p>
        ) : null}
      </div>
    </div>
  )
}
