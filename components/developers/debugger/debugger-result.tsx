import { Check, CircleHelp, X } from 'lucide-react'
import { useLocale } from '@/components/locale/locale-provider'
import { exactTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import { Property, PropertyList } from '@/components/ui/property-list'
import type { SignatureExplanation, SignatureMistake } from '@/lib/contract/explain-signature'
import { signatureDebugger as copy } from '@/lib/messages/signature-debugger'
import { times } from '@/lib/messages/times'
import { cn } from '@/lib/ui/cn'
import type { Explained } from './use-explanation'

const looks = {
  valid: { Icon: Check, color: 'text-success' },
  invalid: { Icon: X, color: 'text-danger' },
  unchecked: { Icon: CircleHelp, color: 'text-muted' },
} as const

type Props = { explained: Explained; secretCount: number }

/** Renders the verdict with its mistakes and announces each change. */
export function DebuggerResult({ explained, secretCount }: Props) {
  return (
    <Card title={copy.result}>
      <div role="status" className="flex flex-col gap-4">
        {explained.state === 'done' ? (
          <Explanation explanation={explained.explanation} secretCount={secretCount} />
        ) : (
          <p className="text-muted">{notes[explained.state]}</p>
        )}
      </div>
    </Card>
  )
}

const notes = {
  empty: copy.waiting,
  no_crypto: copy.noCrypto,
  failed: copy.failed,
} as const

type ExplanationProps = { explanation: SignatureExplanation; secretCount: number }

function Explanation({ explanation, secretCount }: ExplanationProps) {
  const { verdict, mistakes } = explanation
  const { Icon, color } = looks[verdict]
  return (
    <>
      <p className={cn('flex items-start gap-2 font-medium', color)}>
        <Icon aria-hidden className="mt-1 size-4 shrink-0" strokeWidth={2.5} />
        {copy.verdict[verdict]}
      </p>
      {mistakes.length > 0 ? (
        <div className="flex flex-col gap-2">
          {verdict === 'valid' ? <p className="text-muted text-sm">{copy.mentions}</p> : null}
          <Mistakes mistakes={mistakes} />
        </div>
      ) : null}
      {explanation.ofComputed === null ? null : <OwnDigest mistakes={explanation.ofComputed} />}
      <Facts explanation={explanation} secretCount={secretCount} />
    </>
  )
}

function Mistakes({ mistakes }: { mistakes: readonly SignatureMistake[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {mistakes.map((mistake) => (
        <Mistake key={mistake.code} mistake={mistake} />
      ))}
    </ol>
  )
}

/** Renders the explanation of the receiver's own digest. */
function OwnDigest({ mistakes }: { mistakes: readonly SignatureMistake[] }) {
  return (
    <section className="flex flex-col gap-2 border-t pt-4">
      <h3 className="text-base">{copy.own.title}</h3>
      {mistakes.length === 0 ? <p>{copy.own.right}</p> : <Mistakes mistakes={mistakes} />}
    </section>
  )
}

function Mistake({ mistake }: { mistake: SignatureMistake }) {
  // The cast pairs each code's text with the mistake of that code, which the type checker cannot infer from the union.
  const describe = copy.mistakes[mistake.code] as (it: SignatureMistake) => { title: string; fix: string }
  const { title, fix } = describe(mistake)
  return (
    <li className="border-l-2 pl-3">
      <p className="wrap-anywhere text-pretty font-medium">{title}</p>
      <p className="text-pretty text-muted text-sm">{fix}</p>
    </li>
  )
}

function Facts({ explanation, secretCount }: ExplanationProps) {
  const { t, acceptedUntil, ageSeconds, secretIndex, v1Index, v1Count } = explanation
  if (t === null || acceptedUntil === null) return null
  return (
    <PropertyList>
      <Property name={copy.sentAt}>
        <Exact seconds={t} />
      </Property>
      <Property name={copy.accepted}>
        <Exact seconds={acceptedUntil} />
      </Property>
      {ageSeconds === null ? null : <Property name={copy.age}>{copy.ageOf(ageSeconds)}</Property>}
      {secretIndex === null ? null : (
        <Property name={copy.fits}>
          {copy.secretLine(secretIndex + 1, secretCount === 1)}
          {v1Index !== null && v1Count > 1 ? ` · ${copy.digestOf(v1Index + 1, v1Count)}` : null}
          {secretCount > 1 ? <span className="block text-muted text-sm">{copy.others}</span> : null}
        </Property>
      )}
    </PropertyList>
  )
}

/** Renders a time with seconds in the account's zone and in UTC, because the tolerance is counted in seconds. */
function Exact({ seconds }: { seconds: number }) {
  const { timeZone } = useLocale()
  const iso = new Date(seconds * 1_000).toISOString()
  return (
    <time dateTime={iso} className="tnum">
      {exactTime(iso, timeZone)}
      <span className="block text-muted text-sm">{times.utc(iso)}</span>
    </time>
  )
}
