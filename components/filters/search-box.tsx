'use client'

import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef } from 'react'
import { Input } from '@/components/ui/input'

const TYPING_PAUSE_MS = 350

type Props = {
  label: string
  placeholder: string
  value: string
  /** Where the list with this search is; the caller keeps its other filters. */
  hrefOf: (q: string) => string
}

/** Searches as one types, and at once on Enter. The search lives in the URL. */
export function SearchBox({ label, placeholder, value, hrefOf }: Props) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back and "clear filters" change the URL from outside; what is being typed is left alone.
  useEffect(() => {
    const field = input.current
    if (field && document.activeElement !== field) field.value = value
  }, [value])

  function go() {
    clearTimeout(timer.current)
    const q = input.current?.value.trim() ?? ''
    if (q !== value) router.replace(hrefOf(q), { scroll: false })
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        go()
      }}
      className="w-full sm:w-64"
    >
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        before={<Search className="size-4" />}
        onChange={() => {
          clearTimeout(timer.current)
          timer.current = setTimeout(go, TYPING_PAUSE_MS)
        }}
      />
    </form>
  )
}
