import { BrandMark } from '@/components/ui/brand-mark'
import { TestFold } from '@/components/ui/test-fold'
import { type TestCardGroup, testCardGroups } from '@/lib/contract/test-card-groups'
import { brandOf } from '@/lib/domain/card'
import type { Translate } from '@/lib/messages/translator'

type TestCardLine = { number: string; shown: string; summary: string; group: TestCardGroup }

type Props = {
  cards: readonly TestCardLine[]
  open: boolean
  t: Translate
}

/** Renders the card numbers of the test bank. `CardFields` reads the value of a pressed button, so the list needs no script. */
export function TestCards({ cards, open, t }: Props) {
  return (
    <TestFold open={open} title={t('pay.testCards')}>
      <div className="flex flex-col gap-3 px-3 pt-1 pb-3">
        <p className="text-muted text-xs">
          <span className="noscript:hidden">{t('pay.testCardsPick')} </span>
          {t('pay.testCardsLead')}
        </p>
        {/* The list scrolls by itself, because its full length would push the form out of view. */}
        <div className="relative -mx-3 -mb-3 flex max-h-64 flex-col gap-2 overflow-y-auto overscroll-contain px-3 pb-6 [mask-image:linear-gradient(to_bottom,black_calc(100%-1.5rem),transparent)]">
          {testCardGroups.map((group) => {
            const of = cards.filter((card) => card.group === group)
            return of.length === 0 ? null : <Group key={group} group={group} cards={of} t={t} />
          })}
        </div>
      </div>
    </TestFold>
  )
}

type GroupProps = { group: TestCardGroup; cards: readonly TestCardLine[]; t: Translate }

function Group({ group, cards, t }: GroupProps) {
  return (
    <section className="flex flex-col gap-0.5">
      <h3 className="font-medium text-muted text-xs tracking-normal">{t(`pay.testCardGroups.${group}`)}</h3>
      <ul className="-mx-2 flex flex-col">
        {cards.map(({ number, shown, summary }) => (
          <li key={number}>
            <button
              type="button"
              value={number}
              className="hit flex w-full items-center gap-3 rounded-md px-2 py-1 text-left transition-colors hover:bg-hover noscript:pointer-events-none"
            >
              <BrandMark brand={brandOf(number)} silent />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
                <span className="tnum whitespace-nowrap font-medium">
                  <span className="sr-only">{t('pay.useCard')} </span>
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
