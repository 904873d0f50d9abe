import { useTexts } from '@/components/texts/texts-provider'
import type { SearchKind } from '@/lib/dashboard/schema/list'
import type { Texts } from '@/lib/messages/keys'
import type { TextKey } from '@/lib/messages/translator'
import type { EmptyMessages } from './no-rows'

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

/** Messages of one list. */
export type ListMessages = EmptyMessages & {
  statusTabs: string
  all: string
  /** Returns the name of a status; the status itself if it has none. */
  status: (status: string) => string
  searchLabel: string
  searchHint: string
  /** Returns the sentence about the searched fields. */
  searchedAs: (kind: SearchKind) => string | undefined
  searchedInDays: string | undefined
  /** Short form for a search at any date. */
  searchedAnyDate: string | undefined
  listLabel: string
  loading: string
  newPill: (count: number) => string
  /** Returns the announcement of rows that arrived by the live stream. */
  arrived: (count: number) => string | undefined
  total: (counted: Counted) => string
  /** Order of the rows, after the total. */
  order: string | undefined
  exportRows: (counted: Counted) => string
  /** Label of the export if the rows are not counted. */
  exportAll: string | undefined
}

/** Returns the messages of a list by the keys of its noun. */
export function useListMessages(noun: ListNoun): ListMessages {
  const t = useTexts()
  // The casts are valid: a list without one of these texts does not show it.
  const arrived = `${noun}.arrived` as 'payments.arrived'
  const exportRows = `${noun}.exportRows` as 'payments.exportRows'
  return {
    statusTabs: t(`${noun}.statusTabs`),
    all: t(`${noun}.all`),
    status: (status) => t.first(`${noun}.status.${status}`) ?? status,
    searchLabel: t(`${noun}.searchLabel`),
    searchHint: t(`${noun}.searchHint`),
    searchedAs: (kind) => t.first(`${noun}.searchedAs.${kind}`, `${noun}.searchedAs.text`),
    searchedInDays: t.first(`${noun}.searchedInDays`),
    searchedAnyDate: t.first(`${noun}.searchedAnyDate`),
    listLabel: t(`${noun}.listLabel`),
    loading: t(`${noun}.loading`),
    newPill: (count) => t(`${noun}.newPill`, { count }),
    arrived: (count) => (t.first(arrived) ? t(arrived, { count }) : undefined),
    total: (counted) => t(`${noun}.total`, counted),
    order: t.first(`${noun}.order`),
    exportRows: (counted) => t(exportRows, counted),
    exportAll: t.first(`${noun}.exportAll`),
    emptyTitle: t(`${noun}.emptyTitle`),
    emptyHint: t(`${noun}.emptyHint`),
    noneInStatus: (status) => t.first(`${noun}.noneInStatus.${status}`),
    noneInStatusHint: t.first(`${noun}.noneInStatusHint`),
    noneFurther: t(`${noun}.noneFurther`),
    noneAtAll: t(`${noun}.noneAtAll`),
    noneOf: (status) => t.first(`${noun}.noneOf.${status}`),
    noMatchFor: (text, none) => t(`${noun}.noMatchFor`, { text, none }),
    noMatchFilters: (none) => t(`${noun}.noMatchFilters`, { none }),
    noMatchHint: t(`${noun}.noMatchHint`),
    noMatchSearchHint: t(`${noun}.noMatchSearchHint`),
  }
}
