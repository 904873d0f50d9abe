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

/** Statuses after which the form stays and can be sent again. */
const unsettled: ReadonlySet<string> = new Set([
  'declined',
  'invalid',
  'unavailable',
  'wrong_address',
  'too_many',
])

type Props = {
  linkId: string
  /** Token of this form's attempt. The same token never pays twice. */
  attempt: string
  /** Amount on the button, such as `120.50 USD`. */
  amount: string
  /** The payer, as far as the response to the last attempt may show them; never the card. */
  payer: { name: string; email: string } | null
  errors: FieldErrors
  notice: Notice | null
  /** Name of the merchant that may save this payer's card; null if the card cannot be saved. */
  saveFor: string | null
  testCards: readonly TestCardLine[]
}

/**
 * Renders the card form. Without scripts it posts and is redirected. With scripts it keeps everything but the security
 * code, sends one request at a time, and shows errors at their fields.
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
  // The hydrated form validates itself and shows its own messages instead of the browser's.
  useEffect(() => setScripted(true), [])
  // The focus moves after the banner has rendered: an empty banner is hidden and cannot receive it.
  useEffect(() => {
    if (shown && toBanner.current) banner.current?.focus()
    toBanner.current = false
  }, [shown])
  // A page restored from the back-forward cache, after a visit to the bank, would still show “Paying…”.
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
    // A new object renders again, so that the same message is announced a second time.
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
   * Shows the error of a field as soon as the focus moves to another field. An empty field stays without an error. The
   * focus must move between fields, because an error that shifts a button between press and release would swallow the
   * click.
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
      // The notice of the last attempt is obsolete. The current errors are at their fields.
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
      // The reloaded page shows the result, so a later reload shows the same. The form stays locked until then.
      const page = `/pay/${encodeURIComponent(linkId)}?attempt=${encodeURIComponent(token.current)}`
      if (answer.status !== 'confirm') return location.replace(page)
      // The back button of the bank's page leads to the state of this payment instead of an empty form.
      history.replaceState(history.state, '', page)
      return location.assign(answer.confirm_url)
    }
    sending.current = false
    setBusy(false)
    react(answer)
  }

  function react(answer: AttemptAnswer | null) {
    // The token stays the same while the attempt is undecided, because an earlier request may still be under way.
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
    // The form is complete, so the focus moves to the button.
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

/** Posts an attempt. Returns null if no response arrived, or none with a known meaning. */
async function send(action: string, data: FormData, attempt: string): Promise<AttemptAnswer | null> {
  const body = new URLSearchParams()
  for (const [name, value] of data) if (typeof value === 'string') body.set(name, value)
  body.set('attempt', attempt)
  try {
    const response = await fetch(action, { method: 'POST', headers: { accept: 'application/json' }, body })
    // The service refused the request unread, because its address differs from the page's.
    if (response.status === 403) return { status: 'wrong_address' }
    // The cast is the route's own response type. The caller's checks of `status` treat anything else as a lost
    // connection.
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
