import { common } from '@/lib/messages/common'

/**
 * What the tab calls a page. It is part of the page, not of Next's `metadata`: the router brings that apart from its page,
 * and takes the old name away before the new one is there. A page renders one of these and no more.
 */
export function TabTitle({ name }: { name: string }) {
  return <title>{`${name} · ${common.product}`}</title>
}
