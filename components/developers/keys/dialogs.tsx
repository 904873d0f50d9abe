'use client'

import { type RefObject, useState } from 'react'
import {
  createKeyAction,
  revokeKeyAction,
  rollKeyAction,
} from '@/app/(dashboard)/[account]/(panel)/developers/keys/actions'
import { useAct } from '@/components/data/read'
import { PanelDialog } from '@/components/developers/panel-dialog'
import { ShownOnceDialog } from '@/components/step-up/shown-once-dialog'
import { ChoiceGroup } from '@/components/ui/choice'
import type { KeyScope } from '@/lib/contract/key-scopes'
import { type ListedKey, type NewKey, type Overlap, overlaps } from '@/lib/contract/panel/keys'
import { developerKeys as copy } from '@/lib/messages/developer-keys'

type Props = {
  /** The element that regains the focus. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Renders the dialog of a new key of one of the `scopes`, and then the key. */
export function CreateKey({ scopes, ...dialog }: Props & { scopes: readonly KeyScope[] }) {
  const { create } = copy
  const act = useAct(createKeyAction)
  const [made, setMade] = useState<NewKey | null>(null)
  const [scope, setScope] = useState<KeyScope>(scopes.findLast((one) => one !== 'all') ?? 'read')
  if (made) return <ShownKey made={made} {...dialog} />
  return (
    <PanelDialog
      {...dialog}
      noun="api-keys"
      title={create.open}
      lead={create.lead}
      name={{ label: copy.columns.name, hint: create.nameHint, missing: create.nameMissing }}
      submitLabel={create.open}
      failed={create.failed}
      act={(stepUp, name) => act({ name, scope }, stepUp)}
      onDone={(key) => void setMade(key)}
    >
      <ChoiceGroup
        legend={copy.columns.scope}
        name="scope"
        value={scope}
        options={scopes.map((value) => ({ value, label: copy.scope[value] }))}
        onChange={(value) => setScope(scopes.find((one) => one === value) ?? 'read')}
      />
      <p className="-mt-2 text-muted text-sm">{copy.scopeHints[scope]}</p>
    </PanelDialog>
  )
}

/** Renders the dialog that replaces a key, and then the new key unless the dashboard uses it. */
export function RollKey({ of: { id, name, last4, in_use }, ...dialog }: Props & { of: ListedKey }) {
  const { roll } = copy
  const act = useAct(rollKeyAction)
  const [made, setMade] = useState<NewKey | null>(null)
  const [overlap, setOverlap] = useState<Overlap>('day')
  if (made) return <ShownKey made={made} {...dialog} />
  return (
    <PanelDialog
      {...dialog}
      noun="api-keys"
      title={roll.title(name, last4)}
      lead={in_use ? roll.leadInUse : roll.lead}
      submitLabel={roll.open}
      failed={roll.failed}
      act={(stepUp) => act({ id, overlap }, stepUp)}
      onDone={({ api_key, ...rolled }) =>
        api_key === null ? roll.done(name) : void setMade({ ...rolled, api_key })
      }
    >
      <ChoiceGroup
        legend={roll.overlap}
        name="overlap"
        value={overlap}
        options={overlaps.map((value) => ({ value, label: roll.overlaps[value] }))}
        onChange={(value) => setOverlap(overlaps.find((one) => one === value) ?? 'day')}
      />
    </PanelDialog>
  )
}

/** Renders the dialog that revokes a key by its typed name. */
export function RevokeKey({ of: { id, name, last4 }, ...dialog }: Props & { of: ListedKey }) {
  const { revoke } = copy
  const act = useAct(revokeKeyAction)
  return (
    <PanelDialog
      {...dialog}
      noun="api-keys"
      title={revoke.title(name, last4)}
      lead={revoke.lead}
      name={{ label: revoke.name(name), missing: revoke.nameMissing }}
      submitLabel={revoke.open}
      failed={revoke.failed}
      danger
      act={(stepUp, typed) => act({ id, name: typed }, stepUp)}
      onDone={() => revoke.done(name, last4)}
    />
  )
}

function ShownKey({ made, opener, onClose }: Props & { made: NewKey }) {
  const { title, lead, label } = copy.shown
  return (
    <ShownOnceDialog
      title={title(made.name)}
      lead={lead}
      label={label}
      secret={made.api_key}
      opener={opener}
      onStored={onClose}
    />
  )
}
