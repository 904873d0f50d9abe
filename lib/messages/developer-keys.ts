import type { KeyScope } from '@/lib/contract/key-scopes'
import type { ApiKeyState } from '@/lib/contract/states'

/** Texts of the API keys. */
export const developerKeys = {
  loading: 'Loading the API keys',
  live: 'API keys',
  past: (count: number) => (count === 1 ? '1 key that no longer works' : `${count} keys that no longer work`),
  columns: {
    name: 'Name',
    key: 'Key',
    state: 'State',
    scope: 'May',
    lastUsed: 'Last used',
    created: 'Created',
  },
  neverUsed: 'never used',
  used: 'Used',
  created: 'Created',
  state: { LIVE: 'Live', ENDING: 'Ending', ENDED: 'Ended', REVOKED: 'Revoked' } satisfies Record<
    ApiKeyState,
    string
  >,
  scope: {
    read: 'Read',
    links: 'Read, links',
    charges: 'Read, links, charges',
    all: 'All',
  } satisfies Record<KeyScope, string>,
  scopeHints: {
    read: 'Reads everything, changes nothing.',
    links: 'Also creates and cancels payment links.',
    charges: 'Also charges saved cards, and creates and changes customers.',
    all: 'Every call, also those that are added later.',
  } satisfies Record<KeyScope, string>,
  ends: (inTime: string) => `Ends in ${inTime}`,
  inUse: 'Used by this dashboard',
  endsSpoken: (last4: string) => `ends in ${last4}`,
  create: {
    open: 'Create key',
    title: 'Create key',
    lead: 'Give each system a key of its own, so that you can end one without the others.',
    name: 'Name',
    nameHint: 'What will use it, such as “Shop server”.',
    nameMissing: 'Write a name.',
    scope: 'What it may do',
    submit: 'Create key',
    failed: 'No key was created.',
  },
  roll: {
    open: 'Roll key',
    of: (name: string, last4: string) => `Roll key ${name}, ends in ${last4}`,
    title: (name: string, last4: string) => `Roll “${name}” ••${last4}`,
    lead: 'A new key with the same name is made and shown once. The old key ends when you choose.',
    leadInUse:
      'A new key with the same name is made for this dashboard, which uses it at once. It is not shown: create a key of its own for each of your systems that shares the old one, before the old one ends.',
    done: (name: string) => `This dashboard now uses the new key of “${name}”`,
    overlap: 'The old key ends',
    overlaps: { now: 'Now', day: 'In 24 hours', week: 'In 7 days' },
    submit: 'Roll key',
    failed: 'The key was not rolled: the old key works as before.',
  },
  revoke: {
    open: 'Revoke key',
    of: (name: string, last4: string) => `Revoke key ${name}, ends in ${last4}`,
    title: (name: string, last4: string) => `Revoke “${name}” ••${last4}`,
    lead: 'Calls with this key are refused at once. This cannot be undone.',
    name: (name: string) => `Type the key’s name: ${name}`,
    nameMissing: 'Type the name of the key.',
    submit: 'Revoke key',
    failed: 'The key was not revoked.',
    done: (name: string, last4: string) => `“${name}” ••${last4} was revoked`,
  },
  shown: {
    title: (name: string) => `The key of “${name}”`,
    lead: 'Store it now, in a password manager or in your server’s settings: it is shown this once.',
    label: 'API key',
  },
}
