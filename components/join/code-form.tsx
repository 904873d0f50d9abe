'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { PayInput } from '@/components/pay/form/pay-input'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { join } from '@/lib/messages/join'
import { payForm } from '@/lib/messages/pay-form'
import type { JoinAnswer } from './join-answer'
import { sendForm } from './send-form'

type Props = {
  slug: string
  /** Token of the form whose card waits for the code. */
  token: string
  /** True if a wrong code was submitted without scripts. */
  wrong: boolean
}

/** Renders the form for the code of a known phone. Everybody who left a card sees it. */
export function CodeForm({ slug, token, wrong }: Props) {
  const page = `/join/${encodeURIComponent(slug)}`
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [scripted, setScripted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(wrong ? join.codeWrong : undefined)
  useEffect(() => setScripted(true), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.current || !form.current) return
    const data = new FormData(form.current)
    if (!String(data.get('code') ?? '').trim()) return showProblem(join.codeMissing)
    if (!navigator.onLine) return showProblem(payForm.offline.text)
    sending.current = true
    setBusy(true)
    setProblem(undefined)
    const answer = await sendForm(`${page}/code`, data)
    if (answer?.status === 'done') return location.replace(`${page}?form=${encodeURIComponent(token)}`)
    if (answer?.status === 'closed') return location.replace(page)
    sending.current = false
    setBusy(false)
    showProblem(problemOf(answer))
  }

  function showProblem(text: string) {
    setProblem(text)
    const input = form.current?.elements.namedItem('code')
    if (input instanceof HTMLInputElement) input.focus()
  }

  return (
    <form
      ref={form}
      method="post"
      action={`${page}/code`}
      onSubmit={submit}
      noValidate={scripted}
      aria-busy={busy}
      className="flex flex-col gap-3"
    >
      <input type="hidden" name="form" value={token} />
      <Field label={join.code} hint={join.codeHint} error={problem} required>
        <PayInput
          name="code"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="tnum max-w-40"
          onInput={() => setProblem(undefined)}
        />
      </Field>
      <Button type="submit" busy={busy} busyLabel={join.codeBusy} className="self-start">
        {join.codeSubmit}
      </Button>
    </form>
  )
}

function problemOf(answer: JoinAnswer | null): string {
  if (answer?.status === 'too_many') return join.tooMany(answer.retry_after_s)
  return answer?.status === 'wrong_code' || answer?.status === 'invalid' ? join.codeWrong : join.lost
}
