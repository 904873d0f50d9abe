import { common } from '@/lib/messages/common'

/**
 * Renders the title of the browser's tab as part of the page. The router streams Next's `metadata` separately and removes
 * the old title before the new one arrives. A page renders exactly one.
 */
export function TabTitle({ name }: { name: string }) {
  return <title>{`${name} · ${common.product}`}</title>
}
