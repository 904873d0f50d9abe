import type { KeyScope } from '@/lib/contract/key-scopes'
import type { ApiKeyState } from '@/lib/contract/states'
import { listTexts } from './filters'

/** Texts of the API keys. */
export const developerKeys = {
  ...listTexts('API key', 'API keys'),
  listLabel: 'API keys',
  statusTabs: 'API keys by status',
  status: { ACTIVE: 'Active', ENDED: 'Revoked or expired' },
  searchLabel: 'Search API keys',
  searchHint: 'Name or last 4',
  searchedAs: { text: 'Searched by name and last four' },
  emptyTitle: 'No API keys yet',
  emptyHint: 'Create one for each of your systems.',
  noneInStatus: { ACTIVE: 'No active API keys', ENDED: 'No revoked or expired API keys' },
  noneOf: { ACTIVE: 'No active API key', ENDED: 'No revoked or expired API key' },
  noMatchSearchHint: 'Search by name or last four.',
  columns: {
    name: 'Name',
    key: 'Key',
    status: 'Status',
    scope: 'Access',
    lastUsed: 'Last used',
    created: 'Created',
    actions: 'Actions',
  },
  neverUsed: 'never used',
  used: 'Used',
  state: { LIVE: 'Active', ENDING: 'Expiring', ENDED: 'Expired', REVOKED: 'Revoked' } satisfies Record<
    ApiKeyState,
    string
  >,
  scope: {
    read: 'Read',
    links: 'Read, links',
    charges: 'Read, links, charges',
    all: 'Everything',
  } satisfies Record<KeyScope, string>,
  scopeHints: {
    read: 'Reads everything, changes nothing.',
    links: 'Also creates and cancels payment links.',
    charges: 'Also charges saved cards and edits customers.',
    all: 'Every request, including future ones.',
  } satisfies Record<KeyScope, string>,
  ends: (inTime: string) => `Expires in ${inTime}`,
  inUse: 'Used by this dashboard',
  endsSpoken: (last4: string) => `ends in ${last4}`,
  more: (name: string, last4: string) => `More for ${name}, ends in ${last4}`,
  create: {
    open: 'Create key',
    lead: 'Use one key per system, so you can revoke each on its own.',
    nameHint: 'The system that uses it, such as “Shop server”.',
    nameMissing: 'Enter a name.',
    failed: 'The key wasn’t created.',
  },
  roll: {
    open: 'Roll key',
    of: (name: string, last4: string) => `Roll key ${name}, ends in ${last4}`,
    title: (name: string, last4: string) => `Roll “${name}” ••${last4}`,
    lead: 'Creates a key with the same name. The old one expires when you choose.',
    leadInUse:
      'This dashboard switches to a new key at once. Do your systems share the old key? Create their own before it expires.',
    done: (name: string) => `Key of “${name}” rolled`,
    overlap: 'The old key expires',
    overlaps: { now: 'Now', day: 'In 24 hours', week: 'In 7 days' },
    failed: 'The key wasn’t rolled. The old key still works.',
  },
  revoke: {
    open: 'Revoke key',
    refused: 'This dashboard uses it. Roll it instead.',
    title: (name: string, last4: string) => `Revoke “${name}” ••${last4}`,
    lead: 'Requests with this key fail at once. You can’t undo this.',
    name: (name: string) => `Type the key’s name: ${name}`,
    nameMissing: 'Type the key’s name.',
    failed: 'The key wasn’t revoked.',
    done: (name: string, last4: string) => `Key “${name}” ••${last4} revoked`,
  },
  shown: {
    title: (name: string) => `Key of “${name}”`,
    lead: 'Store it now in a password manager or your server’s settings. It’s shown only once.',
    label: 'API key',
  },
}
