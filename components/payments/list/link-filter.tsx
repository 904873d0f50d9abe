'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { read } from '@/components/data/read'
import type { ChoicesProps, FilterEntry } from '@/components/list/filters'
import { SearchInput } from '@/components/list/search-input'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { useActiveOption } from '@/components/ui/use-active-option'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { common } from '@/lib/messages/common'
import { payments } from '@/lib/messages/payments'

/** Number of links offered at once. Typing finds the others. */
const CHOICES_MAX = 7

/** Returns the filter by one link; `title` is that of the link in the address. */
export function linkFilter(title: string | null): FilterEntry<PaymentFilter> {
  return {
    keys: ['link'],
    name: payments.linkFilter,
    label: ({ link }) => (link ? (title ?? link) : null),
    standing: (label) => `“${label}”`,
    pill: { width: 'titles', choices: (props) => <Choices {...props} /> },
  }
}

/** Renders a text field that controls the list below it, as the palette's does. */
function Choices({ filter, hrefOf, onChosen }: ChoicesProps<PaymentFilter>) {
  const account = useAccount()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const list = useQuery({
    ...read(account, 'links/list', q ? { q } : {}),
    placeholderData: (before) => before,
  })
  // The previous result would remain in place of this one without a network.
  const isCutOff = list.isPaused && (list.isPending || list.isPlaceholderData)
  const found = isCutOff ? [] : (list.data?.data.slice(0, CHOICES_MAX) ?? [])
  const settled = q === typed.trim() && !list.isPending && !list.isPlaceholderData
  const options = useActiveOption({ keys: found.map(({ id }) => id), settled })
  function type(text: string) {
    options.typed()
    setTyped(text)
  }
  return (
    <div className="flex flex-col gap-1">
      <div className="sm:[@media(height>=34rem)]:p-1">
        <SearchInput
          {...options.field}
          aria-label={payments.linkSearch}
          placeholder={payments.linkSearch}
          maxLength={120}
          value={typed}
          filled={typed !== ''}
          onClear={() => type('')}
          onChange={(event) => type(event.target.value)}
        />
      </div>
      <div className="flex min-h-64 flex-col">
        <div id={options.listId} role="listbox" aria-label={payments.linkFilter}>
          {found.map(({ id, title, amount, currency }) => (
            <PageLink
              key={id}
              id={options.idOf(id)}
              role="option"
              tabIndex={-1}
              aria-selected={id === options.active}
              aria-current={filter.link === id ? 'true' : undefined}
              href={hrefOf({ link: id })}
              scroll={false}
              onPointerMove={() => options.mark(id)}
              onClick={onChosen}
              className="hit flex items-center justify-between gap-3 rounded-md px-2.5 aria-[current]:font-medium aria-[current]:text-accent-text aria-selected:bg-accent-soft pointer-coarse:aria-selected:bg-transparent"
            >
              <span dir="auto" title={title} className="min-w-0 truncate">
                {title}
              </span>
              <span className="tnum shrink-0 text-muted text-xs">
                <Amount amount={amount} currency={currency} />
              </span>
            </PageLink>
          ))}
        </div>
        {!isCutOff && (list.data?.data.length ?? 0) > CHOICES_MAX ? (
          <p className="mt-auto px-2.5 pt-2 pb-1 text-muted text-xs">{payments.linkMore}</p>
        ) : null}
        {found.length === 0 ? (
          <p role="status" className="px-2.5 py-2 text-muted text-sm">
            {isCutOff ? payments.linkOffline : list.isPending ? common.loading : payments.linkNone}
          </p>
        ) : null}
      </div>
    </div>
  )
}
