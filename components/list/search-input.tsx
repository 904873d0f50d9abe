import { LoaderCircle, Search, X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'

type Props = Omit<ComponentProps<typeof Input>, 'type' | 'before' | 'after' | 'control' | 'className'> & {
  busy?: boolean
  /** True if the field is not empty, so it can be cleared. */
  filled: boolean
  onClear: () => void
}

/** Renders a search field with its own clear button instead of the browser's. */
export function SearchInput({ busy = false, filled, onClear, ref, ...rest }: Props) {
  const t = useTexts()
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
              aria-label={t('search.clear')}
              onClick={() => {
                onClear()
                // The pressed button disappears, so the focus moves to the field.
                frame.current?.querySelector('input')?.focus()
              }}
              Icon={X}
            />
          ) : undefined
        }
        className="[&::-webkit-search-cancel-button]:hidden"
      />
    </div>
  )
}
