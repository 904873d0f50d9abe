'use client'

import { Lock } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type AttemptAnswer,
  type CardField,
  cardFields,
  isNonTestCard,
} from '@/components/pay/outcome/attempt-answer'
import { randomUuid } from '@/components/random/random-uuid'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { checkCardForm } from '@/lib/contract/card-form'
import type { FieldError } from '@/lib/contract/errors'
import { payForm } from '@/lib/messages/pay-form'
import { CardFields } from './card-fields'
import { Consent } from './consent'
import { fillCard } from './fill-card'
import { KeepOpen } from './keep-open'
import { PayInput } from './pay-input'
import { selectWhenNextFocused } from './select-when-next-focused'
import type { TestCardLine } from './test-cards'

type FieldErrors = readonly Pick<FieldError, 'field' | 'code'>[]
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
  /** Who paid, as far as the last try's answer lets the page know; never the card. */
  payer: { name: string; email: string } | null
  errors: FieldErrors
  notice: Notice | null
  /** The merchant for whom this payer may have the card saved; null where nobody can. */
  saveFor: string | null
  testCards: readonly TestCardLine[]
}

/**
 * The card form. Without scripts it posts and is led back; with them it keeps everything typed but the security
 * code, sends once at a time, and tells what is wrong where it is wrong.
 */
export function PayForm({ linkId, attempt, amount, payer, errors, notice, saveFor, testCards }: Props) {
  const action = `/pay/${encodeURIComponent(linkId)}/attempt`
  const form = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDetailsElement>(null)
  const submitter = useRef<HTMLButtonElement>(null)
  const token = useRef(attempt)
  const sending = useRef(false)
  const toBanner = useRef(false)
  const [scripted, setScripted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>(() => problemsOf(errors))
  const [shown, setShown] = useState<Notice | null>(notice)
  const [codeEmptied, setCodeEmptied] = useState(false)
  // From here on the form checks itself, in its own words.
  useEffect(() => setScripted(true), [])
  // Not before the banner is there: an empty one is hidden, and takes no focus.
  useEffect(() => {
    if (shown && toBanner.current) banner.current?.focus()
    toBanner.current = false
  }, [shown])
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

  function show(found: FieldErrors) {
    const next = problemsOf(found)
    setProblems(next)
    if (list.current && isNonTestCard(found)) list.current.open = true
    const first = cardFields.find((name) => next[name])
    if (first) field(first)?.focus()
  }

  function showNotice(next: Notice) {
    toBanner.current = true
    // The same words once more are news, too.
    setShown({ ...next })
  }

  function check(): readonly FieldError[] {
    const values = Object.fromEntries(cardFields.map((name) => [name, field(name)?.value ?? '']))
    const checked = checkCardForm(values, new Date())
    return checked.ok ? [] : checked.fields
  }

  function forget(name: CardField) {
    if (name === 'cvc') setCodeEmptied(false)
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
    if (wrong.length > 0) {
      // What was told of the last try is over; what is wrong now stands at its field.
      setShown(null)
      return show(wrong)
    }
    if (!navigator.onLine) return showNotice(payForm.offline)
    sending.current = true
    setBusy(true)
    setShown(null)
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
    if (!answer) return showNotice({ title: payForm.lostTitle, text: payForm.lost })
    if (answer.status === 'invalid') return show(answer.fields)
    if (answer.status === 'too_many')
      return showNotice({ title: payForm.tooManyTitle, text: payForm.tooMany(answer.retry_after_s) })
    if (answer.status === 'wrong_address')
      return showNotice({ title: payForm.wrongAddressTitle, text: payForm.wrongAddress })
    if (answer.status === 'unavailable')
      return showNotice({ title: payForm.bankDownTitle, text: payForm.bankDown })
    token.current = randomUuid()
    const cvc = field('cvc')
    if (cvc) cvc.value = ''
    setCodeEmptied(true)
    const number = field('number')
    if (number) selectWhenNextFocused(number)
    const message = answer.status === 'declined' ? answer.message : undefined
    showNotice({ title: payForm.declinedTitle, text: payForm.declinedText(message ?? payForm.declined) })
  }

  function pick(number: string) {
    const { current } = form
    if (!current) return
    fillCard(current, { number, name: payForm.testName }, new Date())
    if (list.current) list.current.open = false
    // Everything is there: the next press pays.
    submitter.current?.focus()
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
      onSubmit={submit}
      noValidate={scripted}
      aria-busy={busy}
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="attempt" value={attempt} />
      <h2 className="text-lg">{payForm.byCard}</h2>
      <div ref={banner} tabIndex={-1} className="scroll-mt-14 empty:hidden">
        {shown ? (
          <Banner tone="danger" title={shown.title} announce>
            {shown.text}
          </Banner>
        ) : null}
      </div>
      <CardFields
        required
        problems={problems}
        forget={forget}
        leave={leave}
        codeEmptied={codeEmptied}
        testCards={testCards}
        testCardList={list}
        testCardsOpen={isNonTestCard(errors)}
        onPick={pick}
      />
      <Field label={payForm.name} error={problems.name} required>
        <PayInput
          name="name"
          required
          defaultValue={payer?.name}
          autoComplete="cc-name"
          maxLength={160}
          dir="auto"
          onInput={() => forget('name')}
        />
      </Field>
      <Field label={payForm.email} note={payForm.emailNote} error={problems.email}>
        <PayInput
          name="email"
          type="email"
          defaultValue={payer?.email}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          onInput={() => forget('email')}
          onBlur={(event) => leave('email', event.relatedTarget)}
        />
      </Field>
      {saveFor === null ? null : (
        <Consent name="save_card" label={payForm.saveCard(saveFor)} note={payForm.saveCardNote(saveFor)} />
      )}
      <Button
        ref={submitter}
        type="submit"
        variant="primary"
        size="lg"
        busy={busy}
        busyLabel={payForm.busy}
        className="tnum mt-1 h-auto w-full whitespace-normal py-2"
      >
        {payForm.submit(amount)}
      </Button>
      <KeepOpen busy={busy}>
        <p className="flex items-start gap-2 text-pretty text-muted text-xs">
          <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {payForm.secure}
        </p>
      </KeepOpen>
    </form>
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

function problemsOf(errors: FieldErrors): Problems {
  const problems: Problems = {}
  for (const { field, code } of errors) {
    const name = cardFields.find((known) => known === field)
    const text = payForm.problems[`${field}.${code}`] ?? payForm.problems[field]
    if (name && text && !problems[name]) problems[name] = text
  }
  return problems
}
