'use client'

import { useState } from 'react'
import { ShownOnceDialog } from '@/components/developers/shown-once-dialog'
import { ChoiceGroup } from '@/components/ui/choice'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { type ListedKey, type NewKey, type Overlap, overlaps } from '@/lib/dashboard/schema/developers/keys'
import { developerKeys as copy } from '@/lib/messages/developer-keys'
import { KeyFormDialog } from './key-form-dialog'

/** Actions on keys; each needs the password of the member. */
export type KeyActs = {
  create: (input: { name: string; password: string }) => Promise<ActionResult<NewKey>>
  roll: (input: { id: string; overlap: Overlap; password: string }) => Promise<ActionResult<NewKey>>
  revoke: (input: { id: string; name: string; password: string }) => Promise<ActionResult<unknown>>
}

type Props = {
  /** The change; null once a key is shown. */
  of: { act: 'create' } | { act: 'roll' | 'revoke'; key: ListedKey }
  acts: KeyActs
  onChanged: (message: string | null) => void
  onClose: () => void
}

/** One change of the keys, and then the new key, shown once. */
export function KeyDialogs({ of, acts, onChanged, onClose }: Props) {
  const [made, setMade] = useState<NewKey | null>(null)
  const [overlap, setOverlap] = useState<Overlap>('day')
  const show = (key: NewKey) => {
    setMade(key)
    onChanged(null)
  }
  if (made) {
    return (
      <ShownOnceDialog
        title={copy.shown.title(made.name)}
        lead={copy.shown.lead}
        label={copy.shown.label}
        secret={made.api_key}
        storedLabel={copy.shown.stored}
        onStored={onClose}
      />
    )
  }
  if (of.act === 'create') {
    return (
      <KeyFormDialog
        title={copy.create.title}
        lead={copy.create.lead}
        name={{ label: copy.create.name, hint: copy.create.nameHint, missing: copy.create.nameMissing }}
        submitLabel={copy.create.submit}
        failed={copy.create.failed}
        act={acts.create}
        onDone={show}
        onClose={onClose}
      />
    )
  }
  const { id, name, in_use: isInUse } = of.key
  if (of.act === 'revoke') {
    return (
      <KeyFormDialog
        title={copy.revoke.title(name)}
        lead={copy.revoke.lead}
        name={{ label: copy.revoke.name(name), missing: copy.revoke.nameMissing }}
        submitLabel={copy.revoke.submit}
        failed={copy.revoke.failed}
        danger
        act={(typed) => acts.revoke({ id, ...typed })}
        onDone={() => {
          onChanged(copy.revoke.done(name))
          onClose()
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <KeyFormDialog
      title={copy.roll.title(name)}
      lead={
        <>
          <p>{copy.roll.lead}</p>
          {isInUse ? <p className="mt-2">{copy.roll.leadInUse}</p> : null}
        </>
      }
      name={null}
      submitLabel={copy.roll.submit}
      failed={copy.roll.failed}
      act={({ password }) => acts.roll({ id, overlap, password })}
      onDone={show}
      onClose={onClose}
    >
      <ChoiceGroup
        legend={copy.roll.overlap}
        name="overlap"
        value={overlap}
        options={overlaps.map((value) => ({ value, label: copy.roll.overlaps[value] }))}
        onChange={(value) => setOverlap(overlaps.find((one) => one === value) ?? 'day')}
      />
    </KeyFormDialog>
  )
}
