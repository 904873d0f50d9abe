'use client'

import { Lock } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { randomUuid } from '@/components/random/random-uuid'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { brandLabel, brandOf, cardDigits, checkCardForm } from '@/lib/contract/card'
import type { FieldError } from '@/lib/contract/errors'
import { pay } from '@/lib/messages/pay'
import { type AttemptAnswer, type CardField, cardFields } from './attempt-answer'
import { rewrite, typedExpiry, typedNumber } from './card-typing'
import { type TestCardLine, TestCards } from './test-cards'

type Problems = Partial<Record<CardField, string>>
type Notice = { title: string; text: string }

/** After these the form stays, to be sent again. */
const unsettled: ReadonlySet<string> = new Set([
  'declined',
  'invalid',
  'unavailable',
  'wrong_address',
  'too_many',
])

type Props = {
  linkId: string
  /** The token of the try that this form makes: the same token never pays twice. */
  attempt: string
  /** `120.50 USD`, on the button. */
  amount: string
  errors: readonly Pick<FieldError, 'field' | 'code'>[]
  notice: Notice | null
  /** The merchant for whom this payer may have the card saved; null where nobody can. */
  saveFor: string | null
  testCards: readonly TestCardLine[]
}

/**
 * The card form. Without scripts it posts and is led back; with them it keeps everything typed but the security
 * code, sends once at a time, and tells what is wrong where it is wrong.
 */
export function PayForm({ linkId, attempt, amount, errors, notice, saveFor, testCards }: Props) {
  const action = `/pay/${encodeURIComponent(linkId)}/attempt`
  const form = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const token = useRef(attempt)
  const sending = useRef(false)
  const [scripted, setScripted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>(() => problemsOf(errors))
  const [told, setTold] = useState<Notice | null>(notice)
  const [brand, setBrand] = useState<string | null>(null)
  // From here on the form checks itself, in its own words.
  useEffect(() => setScripted(true), [])
  // Back from the bank to a page that the browser froze: it would still say "Paying…".
  useEffect(() => {
    const thawed = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload()
    }
    addEventListener('pageshow', thawed)
    return () => removeEventListener('pageshow', thawed)
  }, [])

  function field(name: CardField): HTMLInputElement | null {
    const element = form.current?.elements.namedItem(name)
    return element instanceof HTMLInputElement ? element : null
  }

  function show(found: readonly Pick<FieldError, 'field' | 'code'>[]) {
    const next = problemsOf(found)
    setProblems(next)
    const first = cardFields.find((name) => next[name])
    if (first) field(first)?.focus()
  }

  function tell(next: Notice) {
    setTold(next)
    requestAnimationFrame(() => banner.current?.focus())
  }

  function check(): readonly FieldError[] {
    const values = Object.fromEntries(cardFields.map((name) => [name, field(name)?.value ?? '']))
    const checked = checkCardForm(values, new Date())
    return checked.ok ? [] : checked.fields
  }

  function forget(name: CardField) {
    if (problems[name]) setProblems(({ [name]: _, ...rest }) => rest)
  }

  /**
   * Going on to the next field tells at once when the last one cannot be right; an empty one is left in peace. Only
   * between fields: an error that pushed a button down between press and release would swallow the click.
   */
  function leave(name: CardField, to: EventTarget | null) {
    if (!(to instanceof HTMLInputElement) || !field(name)?.value.trim()) return
    const found = check().filter((error) => error.field === name)
    if (found.length > 0) setProblems((before) => ({ ...before, ...problemsOf(found) }))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.current || !form.current) return
    const wrong = check()
    if (wrong.length > 0) return show(wrong)
    sending.current = true
    setBusy(true)
    setTold(null)
    setProblems({})
    const answer = await send(action, new FormData(form.current), token.current)
    const settled = answer && !unsettled.has(answer.status)
    if (settled) {
      // The page itself tells the end, so that a reload tells the same. The form stays locked until then.
      const page = `/pay/${encodeURIComponent(linkId)}?attempt=${encodeURIComponent(token.current)}`
      if (answer.status !== 'confirm') return location.replace(page)
      // Back from the bank leads to where this payment stands, not to an empty form.
      history.replaceState(history.state, '', page)
      return location.assign(answer.confirm_url)
    }
    sending.current = false
    setBusy(false)
    react(answer)
  }

  function react(answer: AttemptAnswer | null) {
    // The same token again wherever nothing was decided under it: an earlier try may still be on its way.
    if (!answer) return tell({ title: pay.lostTitle, text: pay.lost })
    if (answer.status === 'invalid') return show(answer.fields)
    if (answer.status === 'too_many')
      return tell({ title: pay.tooManyTitle, text: pay.tooMany(answer.retry_after_s) })
    if (answer.status === 'wrong_address')
      return tell({ title: pay.wrongAddressTitle, text: pay.wrongAddress })
    if (answer.status === 'unavailable') return tell({ title: pay.bankDownTitle, text: pay.bankDown })
    token.current = randomUuid()
    const cvc = field('cvc')
    if (cvc) cvc.value = ''
    const message = answer.status === 'declined' ? answer.message : undefined
    tell({ title: pay.declinedTitle, text: message ?? pay.declined })
  }

  function fillCard(number: string) {
    const input = field('number')
    if (!input) return
    input.value = typedNumber(number)
    setBrand(brandOf(number))
    forget('number')
    field('expiry')?.focus()
  }

  return (
    <>
      <form
        ref={form}
        method="post"
        action={action}
        onSubmit={submit}
        noValidate={scripted}
        aria-busy={busy}
        className="flex flex-col gap-4 rounded-xl bg-surface p-4 shadow-card sm:p-5"
      >
        <input type="hidden" name="attempt" value={attempt} />
        <div ref={banner} tabIndex={-1} className="empty:hidden">
          {told ? (
            <Banner tone="danger" title={told.title} announce>
              {told.text}
            </Banner>
          ) : null}
        </div>
        <Field label={pay.number} error={problems.number} required>
          <Input
            name="number"
            required
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            maxLength={30}
            className="tnum"
            after={brand ? brandLabel(brand) : undefined}
            onInput={(event) => {
              const input = event.currentTarget
              rewrite(input, typedNumber(input.value))
              setBrand(brandOf(cardDigits(input.value)))
              forget('number')
            }}
            onBlur={(event) => leave('number', event.relatedTarget)}
          />
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label={pay.expiry} error={problems.expiry} required>
            <Input
              name="expiry"
              required
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder={pay.expiryHint}
              maxLength={9}
              className="tnum"
              onInput={(event) => {
                const deleting =
                  'inputType' in event.nativeEvent && String(event.nativeEvent.inputType).startsWith('delete')
                rewrite(event.currentTarget, typedExpiry(event.currentTarget.value, deleting))
                forget('expiry')
              }}
              onBlur={(event) => leave('expiry', event.relatedTarget)}
            />
          </Field>
          <Field label={pay.cvc} error={problems.cvc} required>
            <Input
              name="cvc"
              required
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder={brand === 'amex' ? '1234' : '123'}
              maxLength={4}
              className="tnum"
              onInput={() => forget('cvc')}
            />
          </Field>
        </div>
        <Field label={pay.name} error={problems.name} required>
          <Input
            name="name"
            required
            autoComplete="cc-name"
            maxLength={160}
            dir="auto"
            onInput={() => forget('name')}
          />
        </Field>
        <Field label={pay.email} note={pay.emailNote} error={problems.email}>
          <Input
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            onInput={() => forget('email')}
            onBlur={(event) => leave('email', event.relatedTarget)}
          />
        </Field>
        {saveFor === null ? null : (
          <label className="flex items-start gap-2.5">
            <input
              type="checkbox"
              name="save_card"
              value="1"
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="break-words font-medium">{pay.saveCard(saveFor)}</span>
              <span className="block break-words text-muted text-sm">{pay.saveCardNote(saveFor)}</span>
            </span>
          </label>
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={busy}
          className="tnum mt-1 h-auto w-full whitespace-normal py-2"
        >
          {busy ? pay.busy : pay.submit(amount)}
        </Button>
        <p className="flex items-start gap-2 text-muted text-xs">
          <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {pay.secure}
        </p>
      </form>
      {testCards.length > 0 ? <TestCards cards={testCards} onUse={fillCard} /> : null}
    </>
  )
}

/** Null when no answer came, or none that says what happened. */
async function send(action: string, data: FormData, attempt: string): Promise<AttemptAnswer | null> {
  const body = new URLSearchParams()
  for (const [name, value] of data) if (typeof value === 'string') body.set(name, value)
  body.set('attempt', attempt)
  try {
    const response = await fetch(action, { method: 'POST', headers: { accept: 'application/json' }, body })
    // Refused before anything was read: this address is not the page's own.
    if (response.status === 403) return { status: 'wrong_address' }
    // The route's own type; anything else is told as a lost connection by the caller's tests on `status`.
    return response.ok || response.status === 429 ? ((await response.json()) as AttemptAnswer) : null
  } catch {
    return null
  }
}

function problemsOf(errors: readonly Pick<FieldError, 'field' | 'code'>[]): Problems {
  const told: Problems = {}
  for (const { field, code } of errors) {
    const name = cardFields.find((known) => known === field)
    const text = pay.problems[`${field}.${code}`] ?? pay.problems[field]
    if (name && text && !told[name]) told[name] = text
  }
  return told
}
