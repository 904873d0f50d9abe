'use client'

import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorCheck, ShieldCheck, ShieldOff } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useRef, useState } from 'react'
import {
  addPasskeyAction,
  changePasswordAction,
  disableTwoStepAction,
  removePasskeyAction,
  renewRecoveryCodesAction,
  revokeOtherSessionsAction,
  revokeSessionAction,
  startPasskeyAction,
  startTwoStepAction,
} from '@/app/(dashboard)/[account]/settings/security/actions'
import { FailureBanner, failureToast } from '@/components/data/failure'
import { fetchJson } from '@/components/data/fetch-json'
import { useAct } from '@/components/data/member'
import { useActionForm } from '@/components/data/use-action-form'
import { signOut } from '@/components/navigation/sign-out'
import { makePasskey } from '@/components/sign-in/passkeys'
import { NewPasswordField } from '@/components/sign-in/password-input'
import { StepUpFields, stepUpNames, useCheckStepUp } from '@/components/step-up/step-up-fields'
import { useStepUpDialog } from '@/components/step-up/use-step-up-dialog'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime, RowTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dotted } from '@/components/ui/dotted'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import type { ListedPasskey, ListedSession, Security } from '@/lib/dashboard/team/own-sign-in'
import type { StepUp } from '@/lib/dashboard/team/step-up'
import type { RecoveryCodes } from '@/lib/dashboard/team/two-step'
import type { ActionResult } from '@/lib/dashboard/web/shape'
import type { Translate } from '@/lib/messages/translator'
import { Panel, SettingsSection } from './settings-section'
import type { ShownTwoStep } from './two-step-dialogs'

const dialogs = lazyModule(() => import('./two-step-dialogs').then(({ TwoStepDialogs }) => TwoStepDialogs))

const securityQuery = queryOptions({
  // Live messages do not report changes of sessions.
  staleTime: 0,
  queryKey: ['security'] as const,
  queryFn: ({ signal }) => fetchJson<Security>('/settings/security/data', signal),
})

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

function dialogTexts(t: Translate, dialog: `twoStep.${'turnOn' | 'renew' | 'turnOff'}` | 'passkeys.add') {
  return {
    title: t(`security.${dialog}.title`),
    lead: t(`security.${dialog}.lead`),
    submit: t(`security.${dialog}.submit`),
    failed: t(`security.${dialog}.failed`),
  }
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

function PasswordSection({ email, changed }: { email: string } & Pick<SectionProps, 'changed'>) {
  const t = useTexts()
  const change = useAct(changePasswordAction)
  const checkStepUp = useCheckStepUp()
  const form = useActionForm({
    fields: [...stepUpNames, 'new_password'],
    check: (typed) => ({
      ...checkStepUp(typed),
      ...(typed.new_password === '' ? { new_password: t('new-password.missing') } : {}),
    }),
    act: change,
    onDone: ({ ended }) => {
      form.unlock()
      form.props.ref.current?.reset()
      return changed(
        ended > 0 ? t('security.password.doneEnded', { count: ended }) : t('security.password.done'),
      )
    },
  })

  return (
    <SettingsSection id="password" title={t('security.password.title')} lead={t('security.password.lead')}>
      <Panel className="px-4 py-4 sm:px-5">
        <form {...form.props} className="flex max-w-md flex-col gap-4">
          <FailureBanner title={t('security.password.failed')} failure={form.failure} />
          {/* Password managers store the new password under this username. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <StepUpFields field={form.field} passwordLabel={t('security.password.current')} />
          <NewPasswordField {...form.field('new_password')} label={t('security.password.new')} />
          <div>
            <Button {...form.submit} variant="secondary" busyLabel={t('security.password.busy')}>
              {t('security.password.submit')}
            </Button>
          </div>
        </form>
      </Panel>
    </SettingsSection>
  )
}

function TwoStepSection({ data: { two_step: state, email_verified: isVerified }, changed }: SectionProps) {
  const t = useTexts()
  const start = useAct(startTwoStepAction)
  const renew = useAct(renewRecoveryCodesAction)
  const stop = useAct(disableTwoStepAction)
  const { ask, dialog, opener } = useStepUpDialog()
  const [shown, setShown] = useState<ShownTwoStep | null>(null)
  const Dialogs = useLazyModule(dialogs)
  const onUnknown = () => void changed(null)

  // Secret and codes are shown once, so their dialogs are loaded before they are made.
  async function turnOn() {
    if (await dialogs.loadOrNull())
      await ask({
        ...dialogTexts(t, 'twoStep.turnOn'),
        act: start,
        onDone: (setup) => setShown({ setup }),
        onUnknown,
      })
  }
  async function renewCodes() {
    const show = ({ codes }: RecoveryCodes) => {
      setShown({ codes })
      return changed(null)
    }
    if (await dialogs.loadOrNull())
      await ask({
        ...dialogTexts(t, 'twoStep.renew'),
        act: renew,
        onDone: show,
        onUnknown,
      })
  }
  const turnOff = () =>
    ask({
      ...dialogTexts(t, 'twoStep.turnOff'),
      danger: true,
      act: stop,
      onDone: () => changed(t('security.twoStep.turnOff.done')),
      onUnknown,
    })

  return (
    <SettingsSection id="two-step" title={t('security.twoStep.title')} lead={t('security.twoStep.lead')}>
      <Panel className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
        <div className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-2.5 gap-y-1">
          {state ? (
            <>
              <Badge tone="success" Icon={ShieldCheck}>
                {t('security.twoStep.on')}
              </Badge>
              <span className="text-muted text-sm">
                {t('security.twoStep.since')} <DateTime iso={state.since} variant="day" />
              </span>
              <span className="basis-full text-muted text-sm">
                {t('security.twoStep.codesLeft', { count: state.recovery_codes })}
              </span>
            </>
          ) : (
            <>
              <Badge tone="warning" Icon={ShieldOff}>
                {t('security.twoStep.off')}
              </Badge>
              {isVerified ? null : (
                <p className="basis-full text-pretty text-muted text-sm">
                  {t('security.twoStep.unverified')}
                </p>
              )}
            </>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {state ? (
            <>
              <Button onClick={renewCodes}>{t('security.twoStep.renew.open')}</Button>
              <Button onClick={turnOff}>{t('security.twoStep.turnOff.open')}</Button>
            </>
          ) : isVerified ? (
            <Button variant="primary" onClick={turnOn}>
              {t('security.twoStep.turnOn.title')}
            </Button>
          ) : null}
        </div>
      </Panel>
      {dialog}
      {shown && Dialogs ? (
        <Dialogs shown={shown} opener={opener} onChanged={changed} onClose={() => setShown(null)} />
      ) : null}
    </SettingsSection>
  )
}

function PasskeysSection({ data: { passkeys }, changed }: SectionProps) {
  const t = useTexts()
  const start = useAct(startPasskeyAction)
  const addMade = useAct(addPasskeyAction)
  const remove = useAct(removePasskeyAction)
  const { ask, dialog } = useStepUpDialog()
  const options = useRef<PublicKeyCredentialCreationOptionsJSON>(null)
  const onUnknown = () => void changed(null)

  async function add(stepUp: StepUp, name: string): Promise<ActionResult<unknown> | null> {
    // The code of the step-up is spent: a device that refused is asked again without a new one.
    if (!options.current) {
      const started = await start(stepUp)
      if (!started?.ok) return started
      options.current = started.data
    }
    const response = await makePasskey(options.current)
    if (response === null)
      return { ok: false, error: { code: 'passkey_refused', message: t('security.passkeys.failed') } }
    options.current = null
    return addMade({ name, response })
  }

  const askAdd = () => {
    options.current = null
    return ask({
      ...dialogTexts(t, 'passkeys.add'),
      name: {
        label: t('security.passkeys.add.name.label'),
        hint: t('security.passkeys.add.name.hint'),
        missing: t('security.passkeys.add.name.missing'),
      },
      act: add,
      onDone: () => changed(t('security.passkeys.add.done')),
      onUnknown,
    })
  }
  const askRemove = ({ id, name }: ListedPasskey) =>
    ask({
      title: t('security.passkeys.remove.title', { name }),
      lead: t('security.passkeys.remove.lead'),
      submit: t('security.passkeys.remove.submit'),
      failed: t('security.passkeys.remove.failed'),
      danger: true,
      act: (stepUp) => remove({ id }, stepUp),
      onDone: () => changed(t('security.passkeys.remove.done')),
      onUnknown,
    })

  return (
    <SettingsSection id="passkeys" title={t('security.passkeys.title')} lead={t('security.passkeys.lead')}>
      <Panel className="overflow-hidden">
        <ul aria-label={t('security.passkeys.title')} className="divide-y divide-border/70">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} remove={() => void askRemove(passkey)} />
          ))}
          {passkeys.length === 0 ? (
            <li className="px-4 py-3 text-muted text-sm sm:px-5">{t('security.passkeys.none')}</li>
          ) : null}
        </ul>
      </Panel>
      <div>
        <Button data-opens-form onClick={askAdd}>
          {t('security.passkeys.add.title')}
        </Button>
      </div>
      {dialog}
    </SettingsSection>
  )
}

function PasskeyRow({ passkey, remove }: { passkey: ListedPasskey; remove: () => void }) {
  const t = useTexts()
  const { name, created_at, last_used_at } = passkey
  return (
    <OwnRow
      name={<bdi>{name}</bdi>}
      action={
        <Button size="sm" aria-label={t('security.passkeys.remove.of', { name })} onClick={remove}>
          {t('security.passkeys.remove.open')}
        </Button>
      }
    >
      <span>
        {t('security.passkeys.added')} <DateTime iso={created_at} variant="day" />
      </span>
      <span>
        {t(last_used_at ? 'security.passkeys.used' : 'security.passkeys.unused')}{' '}
        {last_used_at ? <RowTime iso={last_used_at} /> : null}
      </span>
    </OwnRow>
  )
}

const OTHERS = 'others'

function SessionsSection({ data: { sessions }, changed }: SectionProps) {
  const t = useTexts()
  const revoke = useAct(revokeSessionAction)
  const revokeOthers = useAct(revokeOtherSessionsAction)
  const toast = useToast()
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
      toast(
        failureToast(result, {
          what: t(id === OTHERS ? 'security.sessions.othersFailed' : 'security.sessions.failed'),
        }),
      )
  }

  function end(session: ListedSession) {
    if (session.current) return signOut()
    const { id } = session
    return act(
      id,
      () => revoke({ id }),
      () => t('security.sessions.done', { name: nameOf(t, session) }),
    )
  }

  return (
    <SettingsSection id="sessions" title={t('security.sessions.title')} lead={t('security.sessions.lead')}>
      <Panel className="overflow-hidden">
        <ul aria-label={t('security.sessions.title')} className="divide-y divide-border/70">
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
                ({ ended }) => t('security.sessions.othersDone', { count: ended }),
              )
            }
          >
            {t('security.sessions.others')}
          </Button>
        </div>
      ) : null}
    </SettingsSection>
  )
}

type RowProps = { session: ListedSession; busy: boolean; signOut: () => void }

function SessionRow({ session, busy, signOut }: RowProps) {
  const t = useTexts()
  const { address, created_at, last_seen_at, current } = session
  const name = nameOf(t, session)
  const signOutLabel =
    address === ''
      ? t('security.sessions.signOutOf', { name })
      : t('security.sessions.signOutAt', { name, address })
  return (
    <OwnRow
      name={name}
      badge={
        current ? (
          <Badge tone="success" Icon={MonitorCheck}>
            {t('security.sessions.current')}
          </Badge>
        ) : null
      }
      action={
        <Button size="sm" busy={busy} aria-label={signOutLabel} onClick={signOut}>
          {t('security.sessions.signOut')}
        </Button>
      }
    >
      <span className="wrap-anywhere">
        {address === '' ? t('security.sessions.noAddress') : t('security.sessions.address', { address })}
      </span>
      <span>
        {t('security.sessions.signedIn')} <RowTime iso={created_at} />
      </span>
      <span>
        {t('security.sessions.seen')} <RowTime iso={last_seen_at} />
      </span>
    </OwnRow>
  )
}

function nameOf(t: Translate, { browser, system }: ListedSession): string {
  if (browser && system) return t('security.sessions.on', { browser, system })
  return browser ?? system ?? t('security.sessions.unknown')
}

type OwnRowProps = { name: ReactNode; badge?: ReactNode; children: ReactNode; action: ReactNode }

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
