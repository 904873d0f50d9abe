'use client'

import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { payouts } from '@/lib/messages/payouts'

/** A number that the test bank knows, and what becomes of a transfer to it. */
export type TestAccountLine = { number: string; told: string }

const words = payouts.testAccounts

type Props = { accounts: readonly TestAccountLine[]; onPick: (number: string) => void }

/** Test mode only: pressing a row fills the number in. */
export function TestAccounts({ accounts, onPick }: Props) {
  const list = useRef<HTMLDetailsElement>(null)
  return (
    <details ref={list} className="group/accounts rounded-lg bg-sunken text-sm">
      <summary className="hit flex items-center gap-2 rounded-lg px-3 font-medium">
        <span className="size-2 rounded-full bg-test-line" />
        <span className="flex-1">{words.title}</span>
        <ChevronDown
          aria-hidden
          className="size-4 text-muted transition-transform group-open/accounts:rotate-180"
        />
      </summary>
      <ul className="flex flex-col px-1 pb-1">
        {accounts.map(({ number, told }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => {
                if (list.current) list.current.open = false
                onPick(number)
              }}
              className="hit flex w-full flex-wrap items-baseline gap-x-3 rounded-md px-2 py-1 text-left transition-colors hover:bg-hover"
            >
              <span className="tnum font-medium">
                <span className="sr-only">{words.use} </span>
                {number}
              </span>
              <span className="min-w-0 flex-1 basis-40 text-muted text-xs">{told}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
