'use client'

import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorCheck, ShieldCheck, ShieldOff } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useRef, useState } from 'react'
import {
  addPasskeyAction,
  changePasswordAction,
  removePasskeyAction,
  revokeOtherSessionsAction,
  revokeSessionAction,
  startPasskeyAction,
} from '@/app/(dashboard)/[account]/settings/security/actions'
import { FailureBanner, failureToast } from '@/components/data/failure'
import { fetchJson } from '@/components/data/fetch-json'
import { useAct } from '@/components/data/read'
import { useActionForm } from '@/components/data/use-action-form'
import { signOut } from '@/components/navigation/sign-out'
import { makePasskey } from '@/components/sign-in/passkeys'
import { NewPasswordField } from '@/components/sign-in/password-input'
import { StepUpFields, stepUpNames, useCheckStepUp } from '@/components/step-up/step-up-fields'
import { DateTime, RowTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dotted } from '@/components/ui/dotted'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ListedPasskey } from '@/lib/dashboard/schema/passkey'
import type { ListedSession, Security } from '@/lib/dashboard/schema/security'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { newPassword } from '@/lib/messages/new-password'
import { security as copy } from '@/lib/messages/security'
import { fieldDialog } from './field-dialog-part'
import { Panel, SettingsSection } from './settings-section'
import type { AskedTwoStep } from './two-step-dialogs'

const dialogs = lazyModule(() => import('./two-step-dialogs').then(({ TwoStepDialogs }) => TwoStepDialogs))

const securityQuery = queryOptions({
  // Live messages do not report changes of sessions.
  staleTime: 0,
  queryKey: ['security'] as const,
  queryFn: ({ signal }) => fetchJson<Security>('/settings/security/data', signal),
})

/** Returns the user's sign-in as the server last returned it, and a function that reads it again after a change. */
function useSecurity(first: Security) {
  const client = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  const query = useQuery({ ...securityQuery, initialData: first })
  async function changed(message: string | null) {
    if (message) toast({ message })
    await client.invalidateQueries({ queryKey: securityQuery.queryKey })
    // The frame provides every step-up with the new state.
    router.refresh()
  }
  return { data: query.data, changed }
}

type SectionProps = { data: Security; changed: (message: string | null) => Promise<void> }

/** Renders the user's own password, two-step sign-in, passkeys and sessions; `first` as the page was rendered. */
export function SecuritySections({ email, first }: { email: string; first: Security }) {
  const security = useSecurity(first)
  return (
    <>
      <PasswordSection email={email} changed={security.changed} />
      <TwoStepSection {...security} />
      <PasskeysSection {...security} />
      <SessionsSection {...security} />
    </>
  )
}

/** Renders the form that changes the user's own password. */
function PasswordSection({ email, changed }: { email: string } & Pick<SectionProps, 'changed'>) {
  const { password } = copy
  const change = useAct(changePasswordAction)
  const checkStepUp = useCheckStepUp()
  const form = useActionForm({
    fields: [...stepUpNames, 'new_password'],
    check: (typed) => ({
      ...checkStepUp(typed),
      ...(typed.new_password === '' ? { new_password: newPassword.missing } : {}),
    }),
    act: change,
    onDone: ({ ended }) => {
      form.unlock()
      form.props.ref.current?.reset()
      return changed(ended > 0 ? password.doneEnded(ended) : password.done)
    },
  })
  const { problems, failure } = form

  return (
    <SettingsSection id="password" title={password.title} lead={password.lead}>
      <Panel className="px-4 py-4 sm:px-5">
        <form {...form.props} className="flex max-w-md flex-col gap-4">
          {failure ? <FailureBanner title={password.failed} failure={failure} /> : null}
          {/* Password managers store the new password under this username. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <StepUpFields problems={problems} passwordLabel={password.current} />
          <NewPasswordField name="new_password" label={password.new} error={problems.new_password} />
          <div>
            <Button type="submit" busy={form.busy} busyLabel={password.busy}>
              {password.submit}
            </Button>
          </div>
        </form>
      </Panel>
    </SettingsSection>
  )
}

/** Renders the state of the user's two-step sign-in with the buttons that change it. */
function TwoStepSection({ data: { two_step: state, email_verified: isVerified }, changed }: SectionProps) {
  const { twoStep } = copy
  const [asked, setAsked] = useState<AskedTwoStep | null>(null)
  const opener = useRef<HTMLElement>(null)
  const Dialogs = useLazyModule(dialogs)

  async function ask(change: AskedTwoStep) {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    if (await dialogs.loadOrNull()) setAsked(change)
  }

  return (
    <SettingsSection id="two-step" title={twoStep.title} lead={twoStep.lead}>
      <Panel className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
        <div className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-2.5 gap-y-1">
          {state ? (
            <>
              <Badge tone="success" icon={<ShieldCheck aria-hidden />}>
                {twoStep.on}
              </Badge>
              <span className="text-muted text-sm">
                {twoStep.since} <DateTime iso={state.since} variant="day" />
              </span>
              <span className="basis-full text-muted text-sm">{twoStep.codesLeft(state.recovery_codes)}</span>
            </>
          ) : (
            <>
              <Badge tone="warning" icon={<ShieldOff aria-hidden />}>
                {twoStep.off}
              </Badge>
              {isVerified ? null : (
                <p className="basis-full text-pretty text-muted text-sm">{twoStep.unverified}</p>
              )}
            </>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {state ? (
            <>
              <Button onClick={() => ask('renew')}>{twoStep.renew.open}</Button>
              <Button onClick={() => ask('turnOff')}>{twoStep.turnOff.open}</Button>
            </>
          ) : isVerified ? (
            <Button variant="primary" onClick={() => ask('turnOn')}>
              {twoStep.turnOn.open}
            </Button>
          ) : null}
        </div>
      </Panel>
      {asked && Dialogs ? (
        <Dialogs asked={asked} opener={opener} onChanged={changed} onClose={() => setAsked(null)} />
      ) : null}
    </SettingsSection>
  )
}

/** Renders the user's passkeys, with the dialogs that add and remove one. */
function PasskeysSection({ data: { passkeys }, changed }: SectionProps) {
  const labels = copy.passkeys
  const [start, addMade, remove] = [
    useAct(startPasskeyAction),
    useAct(addPasskeyAction),
    useAct(removePasskeyAction),
  ]
  const [asked, setAsked] = useState<'add' | ListedPasskey | null>(null)
  const options = useRef<PublicKeyCredentialCreationOptionsJSON>(null)
  const PasswordDialog = useLazyModule(fieldDialog)

  async function ask(change: 'add' | ListedPasskey) {
    options.current = null
    if (await fieldDialog.loadOrNull()) setAsked(change)
  }

  function done(message: string) {
    setAsked(null)
    void changed(message)
  }

  async function add(stepUp: StepUp, name: string): Promise<ActionResult<unknown> | null> {
    // The code of the step-up is spent: a device that refused is asked again without a new one.
    if (!options.current) {
      const started = await start(stepUp)
      if (!started?.ok) return started
      options.current = started.data
    }
    const response = await makePasskey(options.current)
    if (response === null) return { ok: false, error: { code: 'passkey_refused', message: labels.failed } }
    options.current = null
    return addMade({ name, response })
  }

  const shared = { onUnknown: () => void changed(null), onClose: () => setAsked(null) }
  return (
    <SettingsSection id="passkeys" title={labels.title} lead={labels.lead}>
      <Panel className="overflow-hidden">
        <ul aria-label={labels.title} className="divide-y divide-border/70">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} remove={() => void ask(passkey)} />
          ))}
          {passkeys.length === 0 ? (
            <li className="px-4 py-3 text-muted text-sm sm:px-5">{labels.none}</li>
          ) : null}
        </ul>
      </Panel>
      <div>
        <Button data-opens-form onClick={() => ask('add')}>
          {labels.add.open}
        </Button>
      </div>
      {PasswordDialog && asked === 'add' ? (
        <PasswordDialog
          {...shared}
          title={labels.add.open}
          lead={labels.add.lead}
          name={labels.add.name}
          submitLabel={labels.add.submit}
          failed={labels.add.failed}
          act={add}
          onDone={() => done(labels.add.done)}
        />
      ) : null}
      {PasswordDialog && asked && asked !== 'add' ? (
        <PasswordDialog
          {...shared}
          title={labels.remove.title(asked.name)}
          lead={labels.remove.lead}
          name={null}
          submitLabel={labels.remove.submit}
          failed={labels.remove.failed}
          danger
          act={(stepUp) => remove({ id: asked.id }, stepUp)}
          onDone={() => done(labels.remove.done)}
        />
      ) : null}
    </SettingsSection>
  )
}

function PasskeyRow({ passkey, remove }: { passkey: ListedPasskey; remove: () => void }) {
  const labels = copy.passkeys
  const { name, created_at, last_used_at } = passkey
  return (
    <OwnRow
      name={<bdi>{name}</bdi>}
      action={
        <Button size="sm" aria-label={labels.remove.of(name)} onClick={remove}>
          {labels.remove.open}
        </Button>
      }
    >
      <span>
        {labels.added} <DateTime iso={created_at} variant="day" />
      </span>
      <span>
        {last_used_at ? labels.used : labels.unused} {last_used_at ? <RowTime iso={last_used_at} /> : null}
      </span>
    </OwnRow>
  )
}

const OTHERS = 'others'

/** Renders the browsers in which the user is signed in. */
function SessionsSection({ data: { sessions }, changed }: SectionProps) {
  const labels = copy.sessions
  const revoke = useAct(revokeSessionAction)
  const revokeOthers = useAct(revokeOtherSessionsAction)
  const toast = useToast()
  /** The session being signed out, or all others. */
  const [busy, setBusy] = useState<string | null>(null)

  async function act<Data>(
    id: string,
    send: () => Promise<ActionResult<Data> | null>,
    done: (data: Data) => string,
  ) {
    if (busy) return
    setBusy(id)
    const result = await send()
    await changed(result?.ok ? done(result.data) : null)
    setBusy(null)
    if (!result?.ok)
      toast(failureToast(result, { what: id === OTHERS ? labels.othersFailed : labels.failed }))
  }

  function end(session: ListedSession) {
    if (session.current) return signOut()
    const { id } = session
    return act(
      id,
      () => revoke({ id }),
      () => labels.done(nameOf(session)),
    )
  }

  return (
    <SettingsSection id="sessions" title={labels.title} lead={labels.lead}>
      <Panel className="overflow-hidden">
        <ul aria-label={labels.title} className="divide-y divide-border/70">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy === session.id}
              signOut={() => void end(session)}
            />
          ))}
        </ul>
      </Panel>
      {sessions.length > 1 ? (
        <div>
          <Button
            busy={busy === OTHERS}
            onClick={() =>
              act(
                OTHERS,
                () => revokeOthers({}),
                ({ ended }) => labels.othersDone(ended),
              )
            }
          >
            {labels.others}
          </Button>
        </div>
      ) : null}
    </SettingsSection>
  )
}

type RowProps = { session: ListedSession; busy: boolean; signOut: () => void }

function SessionRow({ session, busy, signOut }: RowProps) {
  const labels = copy.sessions
  const { address, created_at, last_seen_at, current } = session
  const name = nameOf(session)
  return (
    <OwnRow
      name={name}
      badge={
        current ? (
          <Badge tone="success" icon={<MonitorCheck aria-hidden />}>
            {labels.current}
          </Badge>
        ) : null
      }
      action={
        <Button size="sm" busy={busy} aria-label={labels.signOutOf(name, address)} onClick={signOut}>
          {labels.signOut}
        </Button>
      }
    >
      <span className="wrap-anywhere">{address === '' ? labels.noAddress : labels.address(address)}</span>
      <span>
        {labels.signedIn} <RowTime iso={created_at} />
      </span>
      <span>
        {labels.seen} <RowTime iso={last_seen_at} />
      </span>
    </OwnRow>
  )
}

function nameOf({ browser, system }: ListedSession): string {
  if (browser && system) return copy.sessions.on(browser, system)
  return browser ?? system ?? copy.sessions.unknown
}

type OwnRowProps = { name: ReactNode; badge?: ReactNode; children: ReactNode; action: ReactNode }

/** Renders one of the user's own sessions or passkeys: its name, its facts and the button that ends it. */
function OwnRow({ name, badge, children, action }: OwnRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {name}
          {badge}
        </p>
        <div className="text-muted text-sm">
          <Dotted>{children}</Dotted>
        </div>
      </div>
      {action}
    </li>
  )
}
