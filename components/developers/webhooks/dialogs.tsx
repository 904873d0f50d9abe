import { type RefObject, useId, useState } from 'react'
import {
  addEndpointAction,
  changeEndpointAction,
  editEndpointAction,
  endRotationAction,
  rotateSecretAction,
  sendTestAction,
} from '@/app/(dashboard)/[account]/(panel)/developers/webhooks/actions'
import { useAct } from '@/components/data/member'
import { useActionForm } from '@/components/data/use-action-form'
import { drawJson, JSON_INDENT } from '@/components/detail/event-fold'
import { panelHref } from '@/components/developers/face'
import { PanelDialog } from '@/components/developers/panel-dialog'
import { useGo } from '@/components/navigation/use-go'
import { FormDialog } from '@/components/step-up/form-dialog'
import { ShownOnceDialog } from '@/components/step-up/shown-once-dialog'
import { useTexts } from '@/components/texts/texts-provider'
import { Checkbox } from '@/components/ui/checkbox'
import { ChoiceGroup } from '@/components/ui/choice'
import { CodeBlock } from '@/components/ui/code-block'
import { Field, FieldError } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'
import { chosenEventKinds, eventKinds, isEventKind } from '@/lib/contract/event-kinds'
import { eventSample } from '@/lib/contract/event-samples'
import { ENDPOINT_DESCRIPTION_MAX } from '@/lib/contract/limits'
import type { EndpointDraft, ShownEndpoint } from '@/lib/contract/panel/endpoints'

type Props = { endpoint: ShownEndpoint; onClose: () => void }

type RotationProps = Props & {
  /** The element that regains the focus after a secret. */
  opener?: RefObject<HTMLElement | null>
}

const URL_TEXT_MAX = 2_100

type FormProps = Omit<RotationProps, 'endpoint'> & {
  /** Endpoint to edit; null for a new one. */
  endpoint: ShownEndpoint | null
}

/** Renders the form of an endpoint's settings; for a new one then its secret, which leads to its page. */
export function EndpointForm({ endpoint, opener, onClose }: FormProps) {
  const t = useTexts()
  const add = useAct(addEndpointAction)
  const edit = useAct(editEndpointAction)
  const go = useGo()
  const [kinds, setKinds] = useState<EndpointDraft['kinds']>(endpoint?.kinds ?? null)
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null)
  if (made) {
    const leave = () => {
      onClose()
      go(panelHref('webhooks', made.id))
    }
    return (
      <SecretDialog
        secret={made.secret}
        lead={t('developer-webhooks.secret.lead')}
        opener={opener}
        onClose={leave}
      />
    )
  }
  return (
    <PanelDialog
      noun="endpoints"
      title={t(endpoint ? 'developer-webhooks.form.editTitle' : 'developer-webhooks.add')}
      fields={['url', 'description', 'kinds']}
      check={({ url = '' }) => ({
        ...(url.trim() === '' ? { url: t('developer-webhooks.form.urlMissing') } : {}),
        ...(kinds?.length === 0 ? { kinds: t('developer-webhooks.form.noKind') } : {}),
      })}
      submitLabel={t(endpoint ? 'developer-webhooks.form.save' : 'developer-webhooks.add')}
      failed={t(endpoint ? 'developer-webhooks.form.editFailed' : 'developer-webhooks.form.addFailed')}
      act={(stepUp, _, { url = '', description = '' }) => {
        const draft = { url, description, kinds }
        return endpoint ? edit({ id: endpoint.id, ...draft }, stepUp) : add(draft, stepUp)
      }}
      onDone={({ id, secret }: { id?: string; secret?: string }) =>
        id && secret ? void setMade({ id, secret }) : t('developer-webhooks.form.saved')
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <Field
            label={t('developer-webhooks.columns.url')}
            hint={t(endpoint?.own ? 'developer-webhooks.form.ownUrl' : 'developer-webhooks.form.urlHint')}
            {...form.field('url')}
            required
          >
            <Input
              type="url"
              defaultValue={endpoint?.url}
              autoComplete="off"
              spellCheck={false}
              maxLength={URL_TEXT_MAX}
            />
          </Field>
          <Field
            label={t('developer-webhooks.form.description')}
            note={t('common.optional')}
            hint={t('developer-webhooks.form.descriptionHint')}
            {...form.field('description')}
          >
            <Input
              defaultValue={endpoint?.description ?? ''}
              autoComplete="off"
              dir="auto"
              maxLength={ENDPOINT_DESCRIPTION_MAX}
            />
          </Field>
          {endpoint?.own && kinds && kinds.length < chosenEventKinds.length ? (
            <p className="font-medium text-warning text-xs">{t('developer-webhooks.form.ownKinds')}</p>
          ) : null}
          <KindsField
            kinds={kinds}
            error={form.problems.kinds}
            onChange={(chosen) => {
              setKinds(chosen)
              form.forget('kinds')
            }}
          />
        </>
      )}
    </PanelDialog>
  )
}

type KindsProps = {
  /** Subscribed kinds; null for every kind of the contract. */
  kinds: readonly string[] | null
  error: string | undefined
  onChange: (kinds: readonly string[] | null) => void
}

function KindsField({ kinds, error, onChange }: KindsProps) {
  const t = useTexts()
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <ChoiceGroup
        legend={t('developer-webhooks.columns.events')}
        name="which"
        value={kinds ? 'some' : 'all'}
        options={[
          { value: 'all', label: t('developer-webhooks.allEvents') },
          { value: 'some', label: t('developer-webhooks.form.some') },
        ]}
        onChange={(value) => onChange(value === 'all' ? null : [])}
        fills
      />
      <FieldError id={`${id}-error`} message={error} />
      {kinds ? (
        <fieldset aria-describedby={`${id}-error`} className="flex flex-col">
          <legend className="sr-only">{t('developer-webhooks.columns.events')}</legend>
          {chosenEventKinds.map((kind) => (
            <label key={kind} htmlFor={`${id}-${kind}`} className="hit flex items-start gap-2.5 py-1.5">
              <Checkbox
                id={`${id}-${kind}`}
                name="kinds"
                checked={kinds.includes(kind)}
                aria-invalid={error ? true : undefined}
                onChange={({ target: { checked } }) =>
                  onChange(chosenEventKinds.filter((one) => (one === kind ? checked : kinds.includes(one))))
                }
              />
              <span className="min-w-0">
                <span className="block font-mono text-sm">{kind}</span>
                <span className="block text-muted text-xs">{t(`developer-webhooks.kinds.${kind}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        <p className="text-muted text-xs">{t('developer-webhooks.form.allHint')}</p>
      )}
    </div>
  )
}

/** Renders the dialog that sends the sample of a kind of event to one endpoint; its delivery's page shows the response. */
export function TestEvent({ endpoint, onClose }: Props) {
  const t = useTexts()
  const send = useAct(sendTestAction)
  const go = useGo()
  const [kind, setKind] = useState(endpoint.kinds?.find(isEventKind) ?? 'payment.succeeded')
  const form = useActionForm({
    fields: [],
    act: async () => {
      const result = await send({ id: endpoint.id, kind })
      if (!result?.ok || result.data.deliveryId !== null) return result
      return { ok: false, error: { code: 'endpoint_paused', message: t('developer-webhooks.test.paused') } }
    },
    onDone: ({ deliveryId }) => go(panelHref('deliveries', deliveryId ?? '')),
    noAnswer: t('developer-webhooks.test.noAnswer'),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('developer-webhooks.test.open')}
      lead={t('developer-webhooks.test.lead')}
      failed={t('developer-webhooks.test.notSent')}
      submit={t('developer-webhooks.test.open')}
      busyLabel={t('developer-webhooks.test.busy')}
      cancel={t('common.close')}
      className="sm:w-[40rem]"
    >
      <Field label={t('developer-webhooks.test.kind')}>
        <Select value={kind} onChange={({ target }) => isEventKind(target.value) && setKind(target.value)}>
          {eventKinds.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
      <CodeBlock
        label={t('developer-webhooks.test.sample')}
        code={JSON.stringify(eventSample(kind), null, JSON_INDENT)}
        drawLine={drawJson}
      />
    </FormDialog>
  )
}

export function ChangeEndpoint({ endpoint, to, onClose }: Props & { to: 'pause' | 'resume' | 'delete' }) {
  const t = useTexts()
  const change = useAct(changeEndpointAction)
  const go = useGo()
  const { id, own, url } = endpoint
  const deletes = to === 'delete'
  return (
    <PanelDialog
      noun="endpoints"
      title={t(`developer-webhooks.${to}.title`)}
      lead={
        <span className="wrap-anywhere flex flex-col gap-2">
          {own ? (
            <span className="font-medium text-text">{t(`developer-webhooks.${to}.ownLead`)}</span>
          ) : null}
          <span>{t(`developer-webhooks.${to}.lead`, { url })}</span>
        </span>
      }
      submitLabel={t(`developer-webhooks.${to}.submit`)}
      failed={t(`developer-webhooks.${to}.failed`)}
      danger={deletes}
      act={(stepUp) => change({ id, to }, stepUp)}
      onDone={() => {
        if (deletes) go('/developers/webhooks', { replace: true, whenBack: true })
        return t(`developer-webhooks.${to}.done`)
      }}
      onClose={onClose}
    />
  )
}

/** Renders the dialog that starts a rotation, and then the new secret. */
export function RotateSecret({ endpoint: { id, own }, opener, onClose }: RotationProps) {
  const t = useTexts()
  const rotate = useAct(rotateSecretAction)
  const [mode, setMode] = useState<'stage' | 'overlap'>('stage')
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) {
    const lead = t(own ? 'developer-webhooks.secret.ownLead' : 'developer-webhooks.secret.lead')
    return <SecretDialog secret={secret} lead={lead} opener={opener} onClose={onClose} />
  }
  return (
    <PanelDialog
      noun="endpoints"
      title={t('developer-webhooks.rotation.open')}
      lead={[
        t('developer-webhooks.rotation.lead'),
        ...(own ? [t('developer-webhooks.rotation.ownLead')] : []),
      ].join(' ')}
      submitLabel={t('developer-webhooks.rotation.open')}
      failed={t('developer-webhooks.rotation.failed')}
      act={(stepUp) => rotate({ id, mode }, stepUp)}
      onDone={({ secret: made }) =>
        made === null ? t('developer-webhooks.rotation.running') : void setSecret(made)
      }
      opener={opener}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <ChoiceGroup
          legend={t('developer-webhooks.rotation.mode')}
          name="mode"
          value={mode}
          options={[
            { value: 'stage', label: t('developer-webhooks.rotation.stage') },
            { value: 'overlap', label: t('developer-webhooks.rotation.overlap') },
          ]}
          onChange={setMode}
          fills
        />
        <p aria-live="polite" className="text-muted text-xs">
          {t(`developer-webhooks.rotation.${mode}Hint`)}
        </p>
      </div>
    </PanelDialog>
  )
}

export function EndRotation({
  endpoint: { id },
  act,
  ...dialog
}: RotationProps & { act: 'use_now' | 'cancel' }) {
  const t = useTexts()
  const end = useAct(endRotationAction)
  const cancels = act === 'cancel'
  return (
    <PanelDialog
      {...dialog}
      noun="endpoints"
      title={t(cancels ? 'developer-webhooks.rotation.cancelTitle' : 'developer-webhooks.rotation.useNow')}
      lead={t(cancels ? 'developer-webhooks.rotation.cancelLead' : 'developer-webhooks.rotation.useNowLead')}
      submitLabel={t(cancels ? 'developer-webhooks.rotation.cancel' : 'developer-webhooks.rotation.useNow')}
      {...(cancels ? { cancelLabel: t('developer-webhooks.rotation.keep') } : {})}
      failed={t('developer-webhooks.rotation.notEnded')}
      danger={cancels}
      act={(stepUp) => end({ id, act }, stepUp)}
      onDone={({ ended }) =>
        t(
          ended
            ? cancels
              ? 'developer-webhooks.rotation.cancelled'
              : 'developer-webhooks.rotation.used'
            : 'developer-webhooks.rotation.over',
        )
      }
    />
  )
}

type SecretProps = Omit<RotationProps, 'endpoint'> & { secret: string; lead: string }

function SecretDialog({ onClose, ...shown }: SecretProps) {
  const label = useTexts()('developer-webhooks.secret.label')
  return <ShownOnceDialog title={label} label={label} {...shown} onStored={onClose} />
}
