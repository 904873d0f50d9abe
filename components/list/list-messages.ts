import type { ReactNode } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import type { SearchKind } from '@/lib/dashboard/reads/list'
import type { Texts } from '@/lib/messages/keys'
import type { TextKey } from '@/lib/messages/translator'

/** Count of rows, and its text, such as `1,000+` beyond the counted maximum. */
type Counted = { count: number; written: string }

/** File of texts, or file and group, with the texts of a list. */
type ListNoun = {
  [Key in TextKey]: Key extends `${infer Noun}.total`
    ? `${Noun}.statusTabs` extends TextKey
      ? Texts[Key] extends Counted
        ? Noun
        : never
      : never
    : never
}[TextKey]

/** Messages of one list; a list without one of these texts does not show it. */
export type ListMessages = Omit<ReturnType<typeof useListMessages>, 'emptyHint'> & { emptyHint: ReactNode }

/** Returns the messages of a list by the keys of its noun. */
export function useListMessages(noun: ListNoun) {
  const t = useTexts()
  // The casts are valid: a list without one of these texts does not show it.
  const arrived = `${noun}.arrived` as 'payments.arrived'
  const exportRows = `${noun}.exportRows` as 'payments.exportRows'
  return {
    statusTabs: t(`${noun}.statusTabs`),
    all: t(`${noun}.all`),
    /** Returns the name of a status; the status itself if it has none. */
    status: (status: string) => t.first(`${noun}.status.${status}`) ?? status,
    searchLabel: t(`${noun}.searchLabel`),
    searchHint: t(`${noun}.searchHint`),
    /** Returns the sentence about the searched fields. */
    searchedAs: (kind: SearchKind) => t.first(`${noun}.searchedAs.${kind}`, `${noun}.searchedAs.text`),
    searchedInDays: t.first(`${noun}.searchedInDays`),
    /** Short form for a search at any date. */
    searchedAnyDate: t.first(`${noun}.searchedAnyDate`),
    listLabel: t(`${noun}.listLabel`),
    loading: t(`${noun}.loading`),
    newPill: (count: number) => t(`${noun}.newPill`, { count }),
    arrived: (count: number) => (t.first(arrived) ? t(arrived, { count }) : undefined),
    total: (counted: Counted) => t(`${noun}.total`, counted),
    order: t.first(`${noun}.order`),
    exportRows: (counted: Counted) => t(exportRows, counted),
    exportAll: t.first(`${noun}.exportAll`),
    emptyTitle: t(`${noun}.emptyTitle`),
    emptyHint: t(`${noun}.emptyHint`),
    noneInStatus: (status: string) => t.first(`${noun}.noneInStatus.${status}`),
    noneInStatusHint: t.first(`${noun}.noneInStatusHint`),
    noneFurther: t(`${noun}.noneFurther`),
    noneAtAll: t(`${noun}.noneAtAll`),
    // The noun is a part of `noneOf` and `noneAtAll`: "No declined payment".
    noneOf: (status: string) => t.first(`${noun}.noneOf.${status}`),
    noMatchFor: (text: string, none: string) => t(`${noun}.noMatchFor`, { text, none }),
    noMatchFilters: (none: string) => t(`${noun}.noMatchFilters`, { none }),
    noMatchHint: t(`${noun}.noMatchHint`),
    noMatchSearchHint: t(`${noun}.noMatchSearchHint`),
  }
}
