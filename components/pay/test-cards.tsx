'use client'

import { ChevronDown } from 'lucide-react'
import type { RefObject } from 'react'
import { brandOf } from '@/lib/contract/card'
import { type TestCardGroup, testCardGroups } from '@/lib/contract/test-card-groups'
import { payForm } from '@/lib/messages/pay-form'
import { BrandMark } from './brand-mark'

export type TestCardLine = { number: string; shown: string; summary: string; group: TestCardGroup }

/** What nearly everybody looks for is there to be hit; the rest is there to be found. */
const LARGE = 3

type Props = {
  list: RefObject<HTMLDetailsElement | null>
  cards: readonly TestCardLine[]
  open: boolean
  onPick: (number: string) => void
}

/** Test mode only: the numbers that the test bank knows; pressing one fills the form. */
export function TestCards({ list, cards, open, onPick }: Props) {
  const rest = cards.slice(LARGE)
  return (
    <details ref={list} open={open} className="group/cards rounded-lg bg-sunken text-sm">
      <summary className="hit flex items-center gap-2 rounded-lg px-3 font-medium">
        <span className="size-2 rounded-full bg-test-line" />
        <span className="flex-1">{payForm.testCards}</span>
        <ChevronDown
          aria-hidden
          className="size-4 text-muted transition-transform group-open/cards:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-3 px-3 pt-1 pb-3">
        <p className="text-muted text-xs">
          <span className="noscript:hidden">{payForm.testCardsPick} </span>
          {payForm.testCardsLead}
        </p>
        <Heading group="approved" />
        <ul className="-mt-1.5 flex flex-col gap-1.5">
          {cards.slice(0, LARGE).map((card) => (
            <li key={card.number}>
              <button
                type="button"
                onClick={() => onPick(card.number)}
                className="flex min-h-12 w-full items-center gap-3 rounded-md border bg-surface px-3 py-1 text-left transition-colors hover:border-border-strong hover:bg-hover noscript:pointer-events-none"
              >
                <BrandMark brand={brandOf(card.number)} silent />
                <span className="min-w-0">
                  <span className="sr-only">{payForm.useCard} </span>
                  <span className="tnum block whitespace-nowrap font-medium text-base">{card.shown}</span>
                  <span className="block text-muted text-xs">{card.summary}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {/* So long that the form would be gone from sight: it scrolls by itself. */}
        <div className="relative -mx-3 -mb-3 flex max-h-64 flex-col gap-3 overflow-y-auto overscroll-contain px-3 pb-6 [mask-image:linear-gradient(to_bottom,black_calc(100%-1.5rem),transparent)]">
          {testCardGroups.map((group) => {
            const of = rest.filter((card) => card.group === group)
            return of.length === 0 ? null : <Group key={group} group={group} cards={of} onPick={onPick} />
          })}
        </div>
      </div>
    </details>
  )
}

function Group({
  group,
  cards,
  onPick,
}: Pick<Props, 'onPick'> & { group: TestCardGroup; cards: readonly TestCardLine[] }) {
  return (
    <section className="flex flex-col gap-0.5">
      {/* It goes on with the large ones. */}
      {group === 'approved' ? null : <Heading group={group} />}
      <ul className="-mx-2 flex flex-col">
        {cards.map((card) => (
          <li key={card.number}>
            <button
              type="button"
              onClick={() => onPick(card.number)}
              className="hit flex w-full flex-wrap items-center gap-x-3 rounded-md px-2 py-1 text-left transition-colors hover:bg-hover noscript:pointer-events-none"
            >
              <span className="tnum whitespace-nowrap font-medium">
                <span className="sr-only">{payForm.useCard} </span>
                {card.shown}
              </span>
              <span className="min-w-0 flex-1 basis-40 text-muted text-xs">{card.summary}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Heading({ group }: { group: TestCardGroup }) {
  return <h3 className="font-medium text-muted text-xs tracking-normal">{payForm.testCardGroups[group]}</h3>
}
