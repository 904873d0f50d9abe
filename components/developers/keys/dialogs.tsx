import { type RefObject, useState } from 'react'
import {
  createKeyAction,
  revokeKeyAction,
  rollKeyAction,
} from '@/app/(dashboard)/[account]/(panel)/developers/keys/actions'
import { useAct } from '@/components/data/member'
import { PanelDialog } from '@/components/developers/panel-dialog'
import { ShownOnceDialog } from '@/components/step-up/shown-once-dialog'
import { useTexts } from '@/components/texts/texts-provider'
import { ChoiceGroup } from '@/components/ui/choice'
import type { KeyScope } from '@/lib/contract/key-scopes'
import { type ListedKey, type NewKey, type Overlap, overlaps } from '@/lib/contract/panel/keys'

type Props = {
  /** The element that regains the focus. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Renders the dialog of a new key of one of the `scopes`, and then the key. */
export function CreateKey({ scopes, ...dialog }: Props & { scopes: readonly KeyScope[] }) {
  const t = useTexts()
  const act = useAct(createKeyAction)
  const [made, setMade] = useState<NewKey | null>(null)
  const [scope, setScope] = useState<KeyScope>(scopes.findLast((one) => one !== 'all') ?? 'read')
  if (made) return <ShownKey made={made} {...dialog} />
  return (
    <PanelDialog
      {...dialog}
      noun="api-keys"
      title={t('developer-keys.create.open')}
      lead={t('developer-keys.create.lead')}
      name={{
        label: t('developer-keys.columns.name'),
        hint: t('developer-keys.create.nameHint'),
        missing: t('developer-keys.create.nameMissing'),
      }}
      submitLabel={t('developer-keys.create.open')}
      failed={t('developer-keys.create.failed')}
      act={(stepUp, name) => act({ name, scope }, stepUp)}
      onDone={(key) => void setMade(key)}
    >
      <ChoiceGroup
        legend={t('developer-keys.columns.scope')}
        name="scope"
        value={scope}
        options={scopes.map((value) => ({ value, label: t(`developer-keys.scope.${value}`) }))}
        onChange={setScope}
      />
      <p className="-mt-2 text-muted text-sm">{t(`developer-keys.scopeHints.${scope}`)}</p>
    </PanelDialog>
  )
}

/** Renders the dialog that replaces a key, and then the new key unless the dashboard uses it. */
export function RollKey({ of: { id, name, last4, in_use }, ...dialog }: Props & { of: ListedKey }) {
  const t = useTexts()
  const act = useAct(rollKeyAction)
  const [made, setMade] = useState<NewKey | null>(null)
  const [overlap, setOverlap] = useState<Overlap>('day')
  if (made) return <ShownKey made={made} {...dialog} />
  return (
    <PanelDialog
      {...dialog}
      noun="api-keys"
      title={t('developer-keys.roll.title', { name, last4 })}
      lead={t(in_use ? 'developer-keys.roll.leadInUse' : 'developer-keys.roll.lead')}
      submitLabel={t('developer-keys.roll.open')}
      failed={t('developer-keys.roll.failed')}
      act={(stepUp) => act({ id, overlap }, stepUp)}
      onDone={({ api_key, ...rolled }) =>
        api_key === null ? t('developer-keys.roll.done', { name }) : void setMade({ ...rolled, api_key })
      }
    >
      <ChoiceGroup
        legend={t('developer-keys.roll.overlap')}
        name="overlap"
        value={overlap}
        options={overlaps.map((value) => ({ value, label: t(`developer-keys.roll.overlaps.${value}`) }))}
        onChange={setOverlap}
      />
    </PanelDialog>
  )
}

/** Renders the dialog that revokes a key by its typed name. */
export function RevokeKey({ of: { id, name, last4 }, ...dialog }: Props & { of: ListedKey }) {
  const t = useTexts()
  const act = useAct(revokeKeyAction)
  return (
    <PanelDialog
      {...dialog}
      noun="api-keys"
      title={t('developer-keys.revoke.title', { name, last4 })}
      lead={t('developer-keys.revoke.lead')}
      name={{
        label: t('developer-keys.revoke.name', { name }),
        missing: t('developer-keys.revoke.nameMissing'),
      }}
      submitLabel={t('developer-keys.revoke.open')}
      failed={t('developer-keys.revoke.failed')}
      danger
      act={(stepUp, typed) => act({ id, name: typed }, stepUp)}
      onDone={() => t('developer-keys.revoke.done', { name, last4 })}
    />
  )
}

function ShownKey({ made, opener, onClose }: Props & { made: NewKey }) {
  const t = useTexts()
  return (
    <ShownOnceDialog
      title={t('developer-keys.shown.title', { name: made.name })}
      lead={t('developer-keys.shown.lead')}
      label={t('developer-keys.shown.label')}
      secret={made.api_key}
      opener={opener}
      onStored={onClose}
    />
  )
}
