import type { ShownLink } from '@/lib/dashboard/links/shown-link'

/** Returns a link for tests: active, of 134.50, for ten payments, none so far. */
export function testLink(over: Partial<ShownLink> = {}): ShownLink {
  return {
    id: 'pl_0199f3aa5c7e7cc2a1b2c3d4e5f60718',
    object: 'payment_link',
    status: 'ACTIVE',
    shown_status: 'ACTIVE',
    title: 'cooking-class',
    description: null,
    amount: 134.5,
    currency: 'USD',
    max_uses: 10,
    paid_count: 0,
    open_count: 0,
    last_opened_at: null,
    expires_at: null,
    metadata: {},
    url: 'https://pay.test/pay/pl_0199f3aa5c7e7cc2a1b2c3d4e5f60718',
    created_at: '2026-11-01T10:00:00.000Z',
    mirror: { seen_at: '2026-11-01T10:00:00.000Z', confirmed_at: null, conflict: false, missing: false },
    ...over,
  }
}
