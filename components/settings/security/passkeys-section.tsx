'use client'

import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { QueryFallback } from '@/components/data/query-fallback'
import { fieldDialog as dialog } from '@/components/settings/field-dialog-part'
import { securityQuery } from '@/components/settings/queries'
import { Panel, SettingsSection } from '@/components/settings/settings-section'
import { makePasskey } from '@/components/sign-in/passkeys'
import { DateTime, RowTime } from '@/components/time/date-time'
import { Button } from '@/components/ui/button'
import { useLazyModule } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ListedPasskey } from '@/lib/dashboard/schema/passkey'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { security } from '@/lib/messages/security'
import { OwnRow } from './sessions-section'

const copy = security.passkeys

type Acts = {
  start: (stepUp: StepUp) => Promise<ActionResult<PublicKeyCredentialCreationOptionsJSON>>
  add: (input: { name: string; response: string }) => Promise<ActionResult<unknown>>
  remove: (input: { id: string }, stepUp: StepUp) => Promise<ActionResult<unknown>>
}

/** Renders the user's passkeys, with the dialogs that add and remove one. */
export function PasskeysSection({ acts }: { acts: Acts }) {
  const client = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  const query = useQuery(securityQuery())
  const [asked, setAsked] = useState<'add' | ListedPasskey | null>(null)
  const options = useRef<PublicKeyCredentialCreationOptionsJSON>(null)
  const PasswordDialog = useLazyModule(dialog)

  async function ask(change: 'add' | ListedPasskey) {
    options.current = null
    if (await dialog.loadOrNull()) setAsked(change)
  }

  function renew() {
    void client.invalidateQueries({ queryKey: securityQuery().queryKey })
    // The frame provides every step-up with the new state.
    router.refresh()
  }

  function done(message: string) {
    setAsked(null)
    toast({ message })
    renew()
  }

  async function add(stepUp: StepUp, name: string): Promise<ActionResult<unknown>> {
    // The code of the step-up is spent: a device that refused is asked again without a new one.
    if (!options.current) {
      const started = await acts.start(stepUp)
      if (!started.ok) return started
      options.current = started.data
    }
    const response = await makePasskey(options.current)
    if (response === null) return { ok: false, error: { code: 'passkey_refused', message: copy.failed } }
    options.current = null
    return acts.add({ name, response })
  }

  const shared = { onUnknown: renew, onClose: () => setAsked(null) }
  return (
    <SettingsSection id="passkeys" title={copy.title} lead={copy.lead}>
      {query.data ? (
        <Panel className="overflow-hidden">
          <ul aria-label={copy.title} className="divide-y divide-border/70">
            {query.data.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} remove={() => void ask(passkey)} />
            ))}
            {query.data.passkeys.length === 0 ? (
              <li className="px-4 py-3 text-muted text-sm sm:px-5">{copy.none}</li>
            ) : null}
          </ul>
        </Panel>
      ) : (
        <QueryFallback query={query} label={security.loading} rows={1} />
      )}
      <div>
        <Button onFocus={dialog.preload} onPointerEnter={dialog.preload} onClick={() => ask('add')}>
          {copy.add.open}
        </Button>
      </div>
      {PasswordDialog && asked === 'add' ? (
        <PasswordDialog
          {...shared}
          title={copy.add.open}
          lead={copy.add.lead}
          name={copy.add.name}
          submitLabel={copy.add.submit}
          failed={copy.add.failed}
          act={add}
          onDone={() => done(copy.add.done)}
        />
      ) : null}
      {PasswordDialog && asked && asked !== 'add' ? (
        <PasswordDialog
          {...shared}
          title={copy.remove.title(asked.name)}
          lead={copy.remove.lead}
          name={null}
          submitLabel={copy.remove.submit}
          failed={copy.remove.failed}
          danger
          act={(stepUp) => acts.remove({ id: asked.id }, stepUp)}
          onDone={() => done(copy.remove.done)}
        />
      ) : null}
    </SettingsSection>
  )
}

function PasskeyRow({ passkey, remove }: { passkey: ListedPasskey; remove: () => void }) {
  const { name, created_at, last_used_at } = passkey
  return (
    <OwnRow
      name={<bdi>{name}</bdi>}
      action={
        <Button size="sm" aria-label={copy.remove.of(name)} onClick={remove}>
          {copy.remove.open}
        </Button>
      }
    >
      <span>
        {copy.added} <DateTime iso={created_at} variant="day" />
      </span>
      <span>
        {last_used_at ? copy.used : copy.unused} {last_used_at ? <RowTime iso={last_used_at} /> : null}
      </span>
    </OwnRow>
  )
}
