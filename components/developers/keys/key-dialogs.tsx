'use client'

import { type RefObject, useState } from 'react'
import {
  createKeyAction,
  revokeKeyAction,
  rollKeyAction,
} from '@/app/(dashboard)/[account]/(panel)/developers/keys/actions'
import { useAct } from '@/components/data/read'
import { PasswordDialog } from '@/components/step-up/password-dialog'
import { ShownOnceDialog } from '@/components/step-up/shown-once-dialog'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice'
import { Dialog } from '@/components/ui/dialog'
import type { KeyScope } from '@/lib/contract/key-scopes'
import { type ListedKey, type NewKey, type Overlap, overlaps } from '@/lib/contract/panel/keys'
import { common } from '@/lib/messages/common'
import { developerKeys as copy } from '@/lib/messages/developer-keys'
import { isRollable } from './is-rollable'

/** A requested change of the keys. */
export type AskedChange =
  | { act: 'create'; scopes: readonly KeyScope[] }
  | { act: 'roll'; key: ListedKey }
  /** `isLast` is true if no other key without an expiry is active. */
  | { act: 'revoke'; key: ListedKey; isLast: boolean }

type Props = {
  of: AskedChange
  /** The element that regains the focus. */
  opener: RefObject<HTMLElement | null>
  onAsk: (change: AskedChange) => void
  onChanged: (message: string | null) => void
  onClose: () => void
}

/** Renders one change of the keys, and then the new key, which is shown once. */
export function KeyDialogs({ of, opener, onAsk, onChanged, onClose }: Props) {
  const roll = useAct(rollKeyAction)
  const revoke = useAct(revokeKeyAction)
  const [made, setMade] = useState<NewKey | null>(null)
  const [overlap, setOverlap] = useState<Overlap>('day')
  const renew = () => onChanged(null)
  const show = (key: NewKey) => {
    setMade(key)
    renew()
  }
  if (made) {
    return (
      <ShownOnceDialog
        title={copy.shown.title(made.name)}
        lead={copy.shown.lead}
        label={copy.shown.label}
        secret={made.api_key}
        opener={opener}
        onStored={onClose}
      />
    )
  }
  if (of.act === 'create')
    return <CreateDialog scopes={of.scopes} {...{ opener, onClose }} onDone={show} onUnknown={renew} />
  const { key } = of
  const { id, name, last4, in_use: isInUse } = key
  if (of.act === 'revoke') {
    const guard = isInUse ? copy.revoke.inUse : of.isLast ? copy.revoke.last : null
    if (guard !== null) return <GuardDialog {...{ of: key, guard, opener, onAsk, onClose }} />
    return (
      <PasswordDialog
        title={copy.revoke.title(name, last4)}
        lead={copy.revoke.lead}
        name={{ label: copy.revoke.name(name), missing: copy.revoke.nameMissing }}
        submitLabel={copy.revoke.submit}
        failed={copy.revoke.failed}
        danger
        act={(stepUp, typed) => revoke({ id, name: typed }, stepUp)}
        onDone={() => {
          onChanged(copy.revoke.done(name, last4))
          onClose()
        }}
        opener={opener}
        onUnknown={renew}
        onClose={onClose}
      />
    )
  }
  return (
    <PasswordDialog
      title={copy.roll.title(name, last4)}
      lead={isInUse ? copy.roll.leadInUse : copy.roll.lead}
      name={null}
      submitLabel={copy.roll.submit}
      failed={copy.roll.failed}
      opener={opener}
      act={(stepUp) => roll({ id, overlap }, stepUp)}
      onDone={({ api_key, ...rolled }) => {
        if (api_key !== null) return show({ ...rolled, api_key })
        onChanged(copy.roll.done(name))
        onClose()
      }}
      onUnknown={renew}
      onClose={onClose}
    >
      <ChoiceGroup
        legend={copy.roll.overlap}
        name="overlap"
        value={overlap}
        options={overlaps.map((value) => ({ value, label: copy.roll.overlaps[value] }))}
        onChange={(value) => setOverlap(overlaps.find((one) => one === value) ?? 'day')}
      />
    </PasswordDialog>
  )
}

type GuardProps = Pick<Props, 'opener' | 'onAsk' | 'onClose'> & {
  of: Extract<AskedChange, { act: 'revoke' }>['key']
  guard: string
}

/** Renders the reason why a key cannot be revoked now. */
function GuardDialog({ of: key, guard, opener, onAsk, onClose }: GuardProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={copy.revoke.title(key.name, key.last4)}
      description={guard}
      opener={opener}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          {isRollable(key) ? (
            <Button variant="primary" onClick={() => onAsk({ act: 'roll', key })}>
              {copy.roll.open}
            </Button>
          ) : null}
        </>
      }
    />
  )
}

type CreateProps = Pick<Props, 'opener' | 'onClose'> & {
  scopes: Extract<AskedChange, { act: 'create' }>['scopes']
  onDone: (key: NewKey) => void
  onUnknown: () => void
}

/** Renders the dialog of a new key, by default with the smallest scope. */
function CreateDialog({ scopes, opener, onDone, onUnknown, onClose }: CreateProps) {
  const create = useAct(createKeyAction)
  const [scope, setScope] = useState<KeyScope>(scopes.findLast((one) => one !== 'all') ?? 'read')
  return (
    <PasswordDialog
      title={copy.create.title}
      lead={copy.create.lead}
      name={{ label: copy.create.name, hint: copy.create.nameHint, missing: copy.create.nameMissing }}
      submitLabel={copy.create.submit}
      failed={copy.create.failed}
      act={(stepUp, name) => create({ name, scope }, stepUp)}
      onDone={onDone}
      opener={opener}
      onUnknown={onUnknown}
      onClose={onClose}
    >
      <ChoiceGroup
        legend={copy.create.scope}
        name="scope"
        value={scope}
        options={scopes.map((value) => ({ value, label: copy.scope[value] }))}
        onChange={(value) => setScope(scopes.find((one) => one === value) ?? 'read')}
      />
      <p className="-mt-2 text-muted text-sm">{copy.scopeHints[scope]}</p>
    </PasswordDialog>
  )
}
