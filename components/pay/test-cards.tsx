'use client'

import { ChevronDown } from 'lucide-react'
import { pay } from '@/lib/messages/pay'

export type TestCardLine = { number: string; shown: string; summary: string }

/** Test mode only: numbers that the test bank knows; pressing one fills it in. */
export function TestCards({
  cards,
  onUse,
}: {
  cards: readonly TestCardLine[]
  onUse: (number: string) => void
}) {
  return (
    <details className="group rounded-xl border border-dashed px-4 py-1 text-sm">
      <summary className="hit flex items-center justify-between gap-2 py-1 font-medium">
        {pay.testCards}
        <ChevronDown aria-hidden className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <p className="pb-2 text-muted">{pay.testCardsLead}</p>
      <ul className="flex flex-col">
        {cards.map((card) => (
          <li
            key={card.number}
            className="flex flex-wrap items-center gap-x-3 border-border/70 border-t py-1"
          >
            <button
              type="button"
              aria-label={pay.fillCard(card.shown)}
              onClick={() => onUse(card.number)}
              className="tnum hit whitespace-nowrap font-medium text-accent-text underline underline-offset-2"
            >
              {card.shown}
            </button>
            <span className="min-w-0 text-muted">{card.summary}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
