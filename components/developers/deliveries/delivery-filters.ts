import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { type EventKind, eventKinds } from '@/lib/contract/events'
import type { DeliveriesPage, DeliveryFilter } from '@/lib/dashboard/schema/developers/deliveries'
import { deliveries } from '@/lib/messages/developer-deliveries'
import { shortUrl } from './delivery-text'

// The cast restores the key type, which Object.fromEntries loses.
const kindLabels = Object.fromEntries(eventKinds.map((kind) => [kind, kind])) as Record<EventKind, string>

/**
 * Returns the filters of deliveries: endpoint, event, latest response, day of creation, and the object or event of a
 * link.
 */
export function deliveryFilters(
  endpoints: DeliveriesPage['endpoints'],
  { endpoint, object, event, run }: DeliveryFilter,
): readonly FilterEntry<DeliveryFilter>[] {
  const known = Object.fromEntries(endpoints.map(({ id, url }) => [id, shortUrl(url)]))
  // Deliveries outlive their endpoint, so the filter may name a deleted one.
  const labels = endpoint === undefined || known[endpoint] ? known : { ...known, [endpoint]: endpoint }
  return [
    choiceFilter('endpoint', deliveries.endpointFilter, labels),
    choiceFilter('kind', deliveries.kindFilter, kindLabels),
    choiceFilter('answer', deliveries.answerFilter, deliveries.answers),
    { ...dateFilter, name: deliveries.createdFilter },
    chip('object', object, deliveries.objectFilter),
    chip('event', event, deliveries.eventFilter),
    chip('run', run, () => deliveries.runFilter),
  ]
}

/** Returns a filter by an id that only links set: a removable chip without choices. */
function chip<Key extends 'object' | 'event' | 'run'>(
  key: Key,
  id: string | undefined,
  label: (id: string) => string,
): FilterEntry<DeliveryFilter> {
  const { pill: _, ...entry } = choiceFilter(key, key, id === undefined ? {} : { [id]: label(id) })
  return entry
}
