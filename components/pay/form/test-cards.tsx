'use client'

import type { RefObject } from 'react'
import { TestFold } from '@/components/ui/test-fold'
import { type TestCardGroup, testCardGroups } from '@/lib/contract/test-card-groups'
import { brandOf } from '@/lib/domain/card'
import { payForm } from '@/lib/messages/pay-form'
import { BrandMark } from './brand-mark'

export type TestCardLine = { number: string; shown: string; summary: string; group: TestCardGroup }

type Props = {
  list: RefObject<HTMLDetailsElement | null>
  cards: readonly TestCardLine[]
  open: boolean
  onPick: (number: string) => void
}

/** Renders the card numbers of the test bank, in test mode only. A press on a number fills in the form. */
export function TestCards({ list, cards, open, onPick }: Props) {
  return (
    <TestFold list={list} open={open} title={payForm.testCards}>
      <div className="flex flex-col gap-3 px-3 pt-1 pb-3">
        <p className="text-muted text-xs">
          <span className="noscript:hidden">{payForm.testCardsPick} </span>
          {payForm.testCardsLead}
        </p>
        {/* The list scrolls by itself, because its full length would push the form out of view. */}
        <div className="relative -mx-3 -mb-3 flex max-h-64 flex-col gap-2 overflow-y-auto overscroll-contain px-3 pb-6 [mask-image:linear-gradient(to_bottom,black_calc(100%-1.5rem),transparent)]">
          {testCardGroups.map((group) => {
            const of = cards.filter((card) => card.group === group)
            return of.length === 0 ? null : <Group key={group} group={group} cards={of} onPick={onPick} />
          })}
        </div>
      </div>
    </TestFold>
  )
}

function Group({
  group,
  cards,
  onPick,
}: Pick<Props, 'onPick'> & { group: TestCardGroup; cards: readonly TestCardLine[] }) {
  return (
    <section className="flex flex-col gap-0.5">
      <h3 className="font-medium text-muted text-xs tracking-normal">{payForm.testCardGroups[group]}</h3>
      <ul className="-mx-2 flex flex-col">
        {cards.map(({ number, shown, summary }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => onPick(number)}
              className="hit flex w-full items-center gap-3 rounded-md px-2 py-1 text-left transition-colors hover:bg-hover noscript:pointer-events-none"
            >
              <BrandMark brand={brandOf(number)} silent />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
                <span className="tnum whitespace-nowrap font-medium">
                  <span className="sr-only">{payForm.useCard} </span>
                  {shown}
                </span>
                <span className="min-w-0 flex-1 basis-40 text-muted text-xs">{summary}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
