import type { ListedEvent } from '@/lib/dashboard/schema/received'

/** Pages of an event's object, by the first segment of the event's kind. */
const screens: Readonly<Record<string, string>> = {
  payment: '/payments',
  payment_link: '/links',
  customer: '/customers',
  settlement: '/balance/settlements',
}

/** Returns the path of an event's object below its account, or null if the mirror has no row of the object. */
export function eventScreen({
  kind,
  object_id: id,
  outcome,
}: Pick<ListedEvent, 'kind' | 'object_id' | 'outcome'>): string | null {
  if (outcome === 'test' || outcome === 'recorded') return null
  const noun = kind.split('.')[0] ?? ''
  return Object.hasOwn(screens, noun) ? `${screens[noun]}/${encodeURIComponent(id)}` : null
}
