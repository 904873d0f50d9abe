'use client'

import { useState } from 'react'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { TextLink } from '@/components/ui/text-link'
import { isComparableDigest } from '@/lib/contract/explain-signature'
import type { SignedDelivery } from '@/lib/dashboard/schema/developers/deliveries'
import { signatureDebugger as copy } from '@/lib/messages/signature-debugger'
import { DebuggerResult } from './debugger-result'
import { receivedSeconds } from './received-seconds'
import { useExplanation } from './use-explanation'

/** Attributes that keep the fields from spell checkers, password managers and the browser's form history. */
const priv = {
  autoComplete: 'off',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  'data-1p-ignore': true,
  'data-lpignore': 'true',
} as const

const empty = { header: '', body: '', secrets: '', receivedAt: '', computed: '' }

type Props = {
  /** Sample body of each kind of event. */
  samples: readonly object[]
  /** Delivery whose header and body fill the fields at first. */
  loaded: SignedDelivery | null
}

/** Renders fields for a delivery and its secret, and the mistakes found in them. */
export function DebuggerScreen({ samples, loaded: given }: Props) {
  const [loaded, setLoaded] = useState(given)
  const original = loaded?.body ?? undefined
  const [pasted, setPasted] = useState({ ...empty, header: given?.header ?? '', body: given?.body ?? '' })
  const receivedAtSeconds = receivedSeconds(pasted.receivedAt)
  const secrets = pasted.secrets.split('\n')
  const explained = useExplanation({ ...pasted, secrets, receivedAtSeconds, samples, original })
  const isTimeWrong = pasted.receivedAt.trim() !== '' && receivedAtSeconds === null
  const isDigestWrong = pasted.computed.trim() !== '' && !isComparableDigest(pasted.computed)
  const bound = (field: keyof typeof empty) => ({
    ...priv,
    value: pasted[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setPasted((before) => ({ ...before, [field]: target.value })),
  })
  const clear = () => {
    setLoaded(null)
    setPasted(empty)
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <Card>
        {/* The fields are in no form, because nothing is submitted. */}
        <div className="flex flex-col gap-4">
          {loaded ? <Loaded delivery={loaded} /> : null}
          <Field label={copy.header} hint={copy.headerHint}>
            <Textarea {...bound('header')} rows={2} className="font-mono text-sm" />
          </Field>
          <Field label={copy.body} hint={copy.bodyHint}>
            <Textarea {...bound('body')} rows={8} className="font-mono text-sm" />
          </Field>
          <Field label={copy.secret} note={copy.optional} hint={copy.secretHint}>
            <Textarea {...bound('secrets')} rows={2} className="font-mono text-sm" />
          </Field>
          <Field
            label={copy.receivedAt}
            note={copy.optional}
            hint={copy.receivedHint}
            error={isTimeWrong ? copy.receivedWrong : undefined}
          >
            <Input {...bound('receivedAt')} className="font-mono text-sm" />
          </Field>
          <Field
            label={copy.computed}
            note={copy.optional}
            hint={copy.computedHint}
            error={isDigestWrong ? copy.computedWrong : undefined}
          >
            <Input {...bound('computed')} className="font-mono text-sm" />
          </Field>
          <Button className="self-start" onClick={clear}>
            {copy.clear}
          </Button>
        </div>
      </Card>
      <div className="lg:sticky lg:top-4">
        <DebuggerResult explained={explained} secretCount={secrets.filter((it) => it !== '').length} />
      </div>
    </div>
  )
}

/** Renders the id of the loaded delivery and the endpoint of its secret. */
function Loaded({ delivery: { id, attempt, endpoint_id, url, body } }: { delivery: SignedDelivery }) {
  return (
    <div className="flex flex-col gap-1 rounded-md border bg-surface p-3 text-sm">
      <p>
        {copy.loaded(attempt)}{' '}
        <TextLink>
          <PageLink
            href={`/developers/deliveries/${encodeURIComponent(id)}`}
            className="wrap-anywhere font-mono"
          >
            {id}
          </PageLink>
        </TextLink>
      </p>
      <p>
        {copy.loadedEndpoint}{' '}
        <TextLink>
          <PageLink
            href={`/developers/webhooks/${encodeURIComponent(endpoint_id)}`}
            className="wrap-anywhere"
          >
            {url}
          </PageLink>
        </TextLink>
      </p>
      {body === null ? <p className="text-muted">{copy.loadedMasked}</p> : null}
    </div>
  )
}
