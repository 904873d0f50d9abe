'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SearchInput } from './search-input'

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
  const [filled, setFilled] = useState(value !== '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back and "clear filters" change the URL from outside; what is being typed is left alone.
  useEffect(() => {
    const field = input.current
    if (!field || document.activeElement === field) return
    field.value = value
    setFilled(value !== '')
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
      <SearchInput
        ref={input}
        filled={filled}
        onClear={() => {
          if (input.current) input.current.value = ''
          setFilled(false)
          go()
        }}
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        maxLength={200}
        onChange={(event) => {
          setFilled(event.target.value !== '')
          clearTimeout(timer.current)
          timer.current = setTimeout(go, TYPING_PAUSE_MS)
        }}
      />
    </form>
  )
}
