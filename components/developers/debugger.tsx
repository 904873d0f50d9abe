'use client'

import { Check, CircleHelp, X } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { utcTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { Property, PropertyList } from '@/components/ui/property-list'
import {
  explainSignature,
  readTimeOfReceipt,
  type SignatureExplanation,
  type SignatureMistake,
} from '@/lib/contract/explain-signature'
import type { SignedDelivery } from '@/lib/contract/panel/deliveries'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'
import { Linked } from './detail'
import { panelHref } from './face'

/** Attributes that keep the fields from spell checkers, password managers and the browser's form history. */
const priv = {
  autoComplete: 'off',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  className: 'font-mono text-sm',
} as const

const texts = ['header', 'body', 'secrets'] as const

/** Renders fields for a delivery and its secret, and the mistakes found in them. `loaded` fills the fields at first. */
export function DebuggerScreen({ loaded }: { loaded: SignedDelivery | null }) {
  const t = useTexts()
  const [pasted, setPasted] = useState({
    header: loaded?.header ?? '',
    body: loaded?.body ?? '',
    secrets: '',
    receivedAt: '',
  })
  // A large body is hashed after the pressed key is on screen.
  const { header, body, secrets, receivedAt } = useDeferredValue(pasted)
  const explanation = useMemo(() => {
    if (header.trim() === '' && body === '') return null
    const receivedAtSeconds = readTimeOfReceipt(receivedAt)
    return explainSignature({
      header,
      body,
      secrets: secrets.split('\n'),
      receivedAtSeconds,
      original: loaded?.body ?? null,
    })
  }, [header, body, secrets, receivedAt, loaded])
  const isTimeWrong = pasted.receivedAt.trim() !== '' && readTimeOfReceipt(pasted.receivedAt) === null
  const bound = (field: keyof typeof pasted) => ({
    ...priv,
    value: pasted[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setPasted((before) => ({ ...before, [field]: target.value })),
  })
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <Card>
        {/* The fields are in no form, because nothing is submitted. */}
        <div className="flex flex-col gap-4">
          {loaded ? <Loaded delivery={loaded} /> : null}
          {texts.map((field) => (
            <Field
              key={field}
              label={t(`signature-debugger.${field}`)}
              hint={t(`signature-debugger.hints.${field}`)}
            >
              <Textarea {...bound(field)} rows={field === 'body' ? 8 : 2} />
            </Field>
          ))}
          <Field
            label={t('signature-debugger.receivedAt')}
            note={t('common.optional')}
            hint={t('signature-debugger.hints.receivedAt')}
            error={isTimeWrong ? t('signature-debugger.receivedWrong') : undefined}
          >
            <Input {...bound('receivedAt')} />
          </Field>
        </div>
      </Card>
      <Card title={t('signature-debugger.result')} className="lg:sticky lg:top-4">
        <div role="status" className="flex flex-col gap-4">
          {explanation ? (
            <Explanation explanation={explanation} />
          ) : (
            <p className="text-muted">{t('signature-debugger.waiting')}</p>
          )}
        </div>
      </Card>
    </div>
  )
}

function Loaded({ delivery: { attempt, endpoint_id, url, body } }: { delivery: SignedDelivery }) {
  const t = useTexts()
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="wrap-anywhere">
        {t('signature-debugger.loaded', { attempt: String(attempt) })}{' '}
        <Linked href={panelHref('webhooks', endpoint_id)}>{url}</Linked>
      </p>
      {body === null ? <p className="text-muted">{t('signature-debugger.loadedMasked')}</p> : null}
    </div>
  )
}

const looks = {
  valid: { Icon: Check, color: 'text-success' },
  invalid: { Icon: X, color: 'text-danger' },
  unchecked: { Icon: CircleHelp, color: 'text-muted' },
} as const

function Explanation({ explanation }: { explanation: SignatureExplanation }) {
  const t = useTexts()
  const { verdict, mistakes, t: signedAt, secretLine, computed } = explanation
  const { Icon, color } = looks[verdict]
  return (
    <>
      <p className={cn('flex items-start gap-2 font-medium', color)}>
        <Icon aria-hidden className="mt-1 size-4 shrink-0" strokeWidth={2.5} />
        {t(`signature-debugger.verdict.${verdict}`)}
      </p>
      <ol className="flex flex-col gap-3">
        {mistakes.map((mistake) => (
          <Mistake key={mistake.code} mistake={mistake} />
        ))}
      </ol>
      {signedAt === null ? null : (
        <PropertyList>
          <Property name={t('signature-debugger.sentAt')}>
            {utcTime(new Date(signedAt * 1_000).toISOString())}
          </Property>
          {computed.map(({ line, digest }) => (
            <Property
              key={line}
              name={t('signature-debugger.computed', {
                line: String(line),
                signed: String(line === secretLine),
              })}
            >
              <span className="wrap-anywhere font-mono text-sm">{digest}</span>
            </Property>
          ))}
        </PropertyList>
      )}
      {computed.length > 0 ? (
        <p className="text-muted text-sm">{t('signature-debugger.computedFrom')}</p>
      ) : null}
    </>
  )
}

function Mistake({ mistake }: { mistake: SignatureMistake }) {
  const t = useTexts()
  return (
    <li className="border-l-2 pl-3">
      <p className="wrap-anywhere text-pretty font-medium">{titleOf(mistake, t)}</p>
      <p className="text-pretty text-muted text-sm">{t(`signature-debugger.mistakes.${mistake.code}.fix`)}</p>
    </li>
  )
}

function titleOf(mistake: SignatureMistake, t: Translate): string {
  switch (mistake.code) {
    case 'header_cut':
      return t('signature-debugger.mistakes.header_cut.title', { part: mistake.part })
    case 'digest_cut':
      return t('signature-debugger.mistakes.digest_cut.title', { length: String(mistake.length) })
    case 'secret_form':
      return t('signature-debugger.mistakes.secret_form.title', { line: String(mistake.line) })
    case 'clock_off':
      return t('signature-debugger.mistakes.clock_off.title', {
        age: ageText(Math.abs(mistake.seconds), t),
        clock: mistake.seconds > 0 ? 'ahead' : 'behind',
      })
    default:
      return t(`signature-debugger.mistakes.${mistake.code}.title`)
  }
}

/** Returns `7 min` or `26 h`. */
function ageText(seconds: number, t: Translate): string {
  return seconds < 7_200
    ? t('times.minutes', { count: Math.floor(seconds / 60) })
    : t('times.hours', { count: Math.floor(seconds / 3_600) })
}
