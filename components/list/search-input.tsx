'use client'

import { LoaderCircle, Search, X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { search } from '@/lib/messages/search'

type Props = Omit<ComponentProps<typeof Input>, 'type' | 'before' | 'after' | 'control' | 'className'> & {
  /** Its answer is on the way. */
  busy?: boolean
  /** Something stands in the field, so that there is something to clear. */
  filled: boolean
  onClear: () => void
}

/** A field for what is searched, with the house's own cross instead of each browser's. */
export function SearchInput({ busy = false, filled, onClear, ref, ...rest }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div ref={frame}>
      <Input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        {...(ref ? { ref } : {})}
        type="search"
        before={busy ? <LoaderCircle className="size-4 animate-spin" /> : <Search className="size-4" />}
        control={
          filled ? (
            <Button
              size="icon"
              variant="quiet"
              aria-label={search.clear}
              onClick={() => {
                onClear()
                // The cross goes away with the press: the field is where somebody types on.
                frame.current?.querySelector('input')?.focus()
              }}
              icon={<X aria-hidden className="size-4" />}
            />
          ) : undefined
        }
        className="[&::-webkit-search-cancel-button]:hidden"
      />
    </div>
  )
}
