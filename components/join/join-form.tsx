'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Consent } from '@/components/pay/form/consent'
import { KeepOpen } from '@/components/pay/form/keep-open'
import { PayInput } from '@/components/pay/form/pay-input'
import type { TestCardLine } from '@/components/pay/form/test-cards'
import { isNonTestCard } from '@/components/pay/outcome/attempt-answer'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { FieldError } from '@/lib/contract/errors'
import { join } from '@/lib/messages/join'
import { payForm } from '@/lib/messages/pay-form'
import { CardPart } from './card-part'
import { cardPart, type JoinAnswer, type JoinField, joinFields, problemsOf } from './join-answer'
import { sendForm } from './send-form'

type Notice = { title: string; text: string }

type Props = {
  slug: string
  /** Token of this form. Submitting it again has no effect. */
  token: string
  merchant: string
  errors: readonly Pick<FieldError, 'field' | 'code'>[]
  notice: Notice | null
  testCards: readonly TestCardLine[]
}

/**
 * Renders the sign-up form. Without scripts it posts and is redirected. With scripts it keeps the typed text and shows
 * errors at their fields. All validation is the service's.
 */
export function JoinForm({ slug, token, merchant, errors, notice, testCards }: Props) {
  const page = `/join/${encodeURIComponent(slug)}`
  const form = useRef<HTMLFormElement>(null)
  const card = useRef<HTMLDetailsElement>(null)
  const list = useRef<HTMLDetailsElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const sending = useRef(false)
  const [scripted, setScripted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState(() => problemsOf(errors))
  const [shown, setShown] = useState<Notice | null>(notice)
  // The hydrated form shows its own error messages instead of the browser's.
  useEffect(() => setScripted(true), [])

  function show(found: readonly Pick<FieldError, 'field' | 'code'>[]) {
    const next = problemsOf(found)
    setProblems(next)
    if (card.current && joinFields.some((name) => next[name] && cardPart.has(name))) card.current.open = true
    if (list.current && isNonTestCard(found)) list.current.open = true
    const first = joinFields.find((name) => next[name])
    const element = first && form.current?.elements.namedItem(first)
    if (element instanceof HTMLInputElement) element.focus()
  }

  function showNotice(next: Notice) {
    setShown(next)
    requestAnimationFrame(() => banner.current?.focus())
  }

  function forget(name: JoinField) {
    if (problems[name]) setProblems(({ [name]: _, ...rest }) => rest)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.current || !form.current) return
    if (!navigator.onLine) return showNotice(payForm.offline)
    sending.current = true
    setBusy(true)
    setShown(null)
    setProblems({})
    const answer = await sendForm(`${page}/register`, new FormData(form.current))
    // The reloaded page shows the result, so a later reload shows the same. The form stays locked until then.
    if (answer?.status === 'done') return location.replace(`${page}?form=${encodeURIComponent(token)}`)
    if (answer?.status === 'closed') return location.replace(page)
    sending.current = false
    setBusy(false)
    react(answer)
  }

  function react(answer: JoinAnswer | null) {
    if (answer?.status === 'invalid') return show(answer.fields)
    if (answer?.status === 'too_many')
      return showNotice({ title: join.tooManyTitle, text: join.tooMany(answer.retry_after_s) })
    if (answer?.status === 'unavailable')
      return showNotice({ title: join.bankDownTitle, text: join.bankDown })
    showNotice({ title: join.lostTitle, text: join.lost })
  }

  return (
    <form
      ref={form}
      method="post"
      action={`${page}/register`}
      onSubmit={submit}
      noValidate={scripted}
      aria-busy={busy}
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="form" value={token} />
      <h2 className="text-lg">{join.yourDetails}</h2>
      <div ref={banner} tabIndex={-1} className="scroll-mt-14 empty:hidden">
        {shown ? (
          <Banner tone="danger" title={shown.title} announce>
            {shown.text}
          </Banner>
        ) : null}
      </div>
      <Field label={join.name} error={problems.name} required>
        <PayInput
          name="name"
          required
          autoComplete="name"
          maxLength={200}
          dir="auto"
          onInput={() => forget('name')}
        />
      </Field>
      <Field label={join.phone} hint={join.phoneHint} error={problems.phone} required>
        <PayInput
          name="phone"
          type="tel"
          required
          autoComplete="tel"
          maxLength={40}
          className="tnum"
          onInput={() => forget('phone')}
        />
      </Field>
      <Field label={join.email} note={join.optional} error={problems.email}>
        <PayInput
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          onInput={() => forget('email')}
        />
      </Field>
      <CardPart
        part={card}
        open={errors.some(({ field }) => joinFields.some((name) => name === field && cardPart.has(name)))}
        merchant={merchant}
        problems={problems}
        forget={forget}
        testCards={testCards}
        testCardList={list}
        testCardsOpen={isNonTestCard(errors)}
      />
      <Consent
        name="consent"
        label={join.consent(merchant)}
        note={join.consentNote(merchant)}
        error={problems.consent}
        required
        onChange={() => forget('consent')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={busy}
        busyLabel={join.busy}
        className="mt-1 w-full"
      >
        {join.submit}
      </Button>
      <KeepOpen busy={busy} />
    </form>
  )
}
