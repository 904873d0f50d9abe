'use client'

import { useRef } from 'react'
import { TestFold } from '@/components/ui/test-fold'
import { payouts } from '@/lib/messages/payouts'

/** An account number of the test bank, and the outcome of a transfer to it. */
export type TestAccountLine = { number: string; outcome: string }

const copy = payouts.testAccounts

type Props = { accounts: readonly TestAccountLine[]; onPick: (number: string) => void }

/** Renders the account numbers of the test bank, in test mode only. A press on a row fills in its number. */
export function TestAccounts({ accounts, onPick }: Props) {
  const list = useRef<HTMLDetailsElement>(null)
  return (
    <TestFold list={list} title={copy.title}>
      <ul className="flex flex-col px-1 pb-1">
        {accounts.map(({ number, outcome }) => (
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
                <span className="sr-only">{copy.use} </span>
                {number}
              </span>
              <span className="min-w-0 flex-1 basis-40 text-muted text-xs">{outcome}</span>
            </button>
          </li>
        ))}
      </ul>
    </TestFold>
  )
}
