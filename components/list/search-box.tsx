import { LoaderCircle, Search, X } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { moveRow } from '@/components/keyboard/keyboard'
import { FOCUS_PARAM } from '@/components/navigation/query-string'
import { useGo } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { SEARCH_TEXT_MAX } from '@/lib/domain/fold-text'

const TYPING_PAUSE_MS = 350
const GIVEN_UP_MS = 15_000

type Props = {
  label: string
  placeholder: string
  value: string
  /** Returns the address of the list with this search; the caller keeps its other filters. */
  hrefOf: (q: string) => string
}

/**
 * Renders a search box that searches during typing, and at once on Enter, which then focuses the first row, as the down
 * key does. Escape clears the field, and leaves it when it is empty. The search is in the URL.
 */
export function SearchBox({ label, placeholder, value, hrefOf }: Props) {
  const leadTo = useGo()
  const input = useRef<HTMLInputElement>(null)
  const [filled, setFilled] = useState(value !== '')
  /** The last requested search, which is pending until it equals `value`. */
  const [asked, setAsked] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // A search that was typed offline is requested when the network is back.
  useEffect(() => {
    window.addEventListener('online', go)
    return () => window.removeEventListener('online', go)
  })
  /** The search whose first row gets the focus when it arrives. */
  const awaited = useRef<string | null>(null)
  useEffect(() => {
    if (awaited.current !== value) return
    awaited.current = null
    if (document.activeElement === input.current) moveRow(1)
  }, [value])
  useEffect(() => setAsked(value), [value])
  // A text that the list normalizes to the current search causes no new response.
  useEffect(() => {
    if (asked === value) return
    const timeout = setTimeout(setAsked, GIVEN_UP_MS, value)
    return () => clearTimeout(timeout)
  }, [asked, value])
  // Back and "clear filters" change the URL; text that is being typed is not replaced.
  useEffect(() => {
    const field = input.current
    if (!field || document.activeElement === field) return
    field.value = value
    setFilled(value !== '')
  }, [value])

  useSearchFocus(input)

  function typed(): string {
    return input.current?.value.trim() ?? ''
  }

  function go() {
    clearTimeout(timer.current)
    const goes = typed() !== value && leadTo(hrefOf(typed()), { replace: true, scroll: false })
    setAsked(goes ? typed() : value)
  }

  function goToRows() {
    if (typed() === value) return moveRow(1)
    awaited.current = typed()
    go()
  }

  function clear() {
    if (input.current) input.current.value = ''
    awaited.current = null
    setFilled(false)
    go()
  }

  function pressed(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    if (event.key === 'ArrowDown') goToRows()
    else if (input.current?.value) clear()
    else input.current?.blur()
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        goToRows()
      }}
      className="w-full sm:w-64"
    >
      <SearchInput
        ref={input}
        busy={asked !== value}
        filled={filled}
        onClear={clear}
        onKeyDown={pressed}
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        maxLength={SEARCH_TEXT_MAX}
        onChange={(event) => {
          setFilled(event.target.value !== '')
          awaited.current = null
          clearTimeout(timer.current)
          timer.current = setTimeout(go, TYPING_PAUSE_MS)
        }}
      />
    </form>
  )
}

/** Focuses a list's search once if the URL has the parameter, which is then removed. */
function useSearchFocus(field: RefObject<HTMLInputElement | null>): void {
  const asked = useSearchParams().get(FOCUS_PARAM) === 'search'
  useEffect(() => {
    if (!asked) return
    // A menu or palette that led here restores the focus when it closes.
    const frame = requestAnimationFrame(() => {
      field.current?.focus()
      const url = new URL(location.href)
      url.searchParams.delete(FOCUS_PARAM)
      window.history.replaceState(null, '', url)
    })
    return () => cancelAnimationFrame(frame)
  }, [asked, field])
}

type InputProps = Omit<
  ComponentProps<typeof Input>,
  'type' | 'before' | 'after' | 'control' | 'className'
> & {
  busy?: boolean
  /** True if the field is not empty, so it can be cleared. */
  filled: boolean
  onClear: () => void
}

/** Renders a search field with its own clear button instead of the browser's. */
export function SearchInput({ busy = false, filled, onClear, ref, ...rest }: InputProps) {
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
