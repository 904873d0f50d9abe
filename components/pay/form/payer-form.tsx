import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { randomUuid } from '@/components/random/random-uuid'
import { useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import { Checkbox } from '@/components/ui/checkbox'
import { type BoundField, FieldError, type Problems } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { FieldError as ContractError } from '@/lib/contract/errors'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'

export type Notice = { title: string; text: string }
/** Answers of every route that takes a payer's form. */
export type CommonAnswer =
  | { status: 'invalid'; fields: readonly ContractError[] }
  | { status: 'too_many'; retry_after_s: number }
  /** The bank cannot be reached; nothing was done. */
  | { status: 'unavailable' }

export type Sent = { form: HTMLFormElement; token: string }

/** Effect of an answer on the form. `leaves`: another page loads, and the form stays locked until then. */
export type Reaction = Refusal | 'leaves'
type Refusal = { errors: FormErrors } | { notice: Notice; renewsToken?: boolean }

/** Result of the step before sending: further fields to send, or the reason why nothing is sent. */
export type Prepared = { fields: Readonly<Record<string, string>> } | Refusal

type FormNoun = 'pay-form' | 'join-form'

type State<Name extends string> = {
  busy: boolean
  field: (name: Name) => BoundField
  problems: Problems<Name>
  /** Removes the error of a field that is being edited. */
  forget: (name: Name) => void
  /** Checks a field that lost the focus to another element. */
  leave: (name: Name, to: EventTarget | null) => void
}

type Props<Name extends string, Answer> = {
  action: string
  /** The same token never has a second effect. */
  token: { name: string; value: string }
  title?: string
  /** Fields in their order on the page. */
  fields: readonly Name[]
  noun: FormNoun
  errors: FormErrors
  notice?: Notice | null
  /** The field that shows notices; without it they are shown above all fields. */
  noticeAt?: Name
  /** Checks before sending; without it only the service checks. */
  check?: (values: Record<Name, string>) => FormErrors
  /** Runs after the check and before sending. */
  prepare?: ((form: HTMLFormElement) => Promise<Prepared>) | undefined
  /** Runs when a form is about to be sent with a token. */
  onSend?: ((token: string) => void) | undefined
  /** Returns the effect of an answer; `again` sends the same form a second time. */
  react: (answer: Answer, sent: Sent) => Reaction | Promise<Reaction | 'again'>
  className: string
  children: (state: State<Name>) => ReactNode
}

/**
 * Renders the form of a payer's page. Without scripts it posts and is redirected. With scripts it keeps the typed text, sends
 * one request at a time, and shows errors at their fields.
 */
export function PayerForm<Name extends string, Answer extends { status: string }>(
  props: Props<Name, Answer>,
) {
  const { action, token, title, fields, noun, noticeAt, check, prepare, onSend, react, className, children } =
    props
  const t = useTexts()
  const messageOf = messagesOf(t, noun)
  const form = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const current = useRef(token.value)
  const sending = useRef(false)
  const toBanner = useRef(false)
  const [isScripted, setScripted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState(() => problemsOf(props.errors, fields, messageOf))
  const [notice, setNotice] = useState(props.notice ?? null)
  // The hydrated form shows its own messages instead of the browser's.
  useEffect(() => setScripted(true), [])
  // The focus moves after the banner has rendered: an empty banner is hidden and cannot receive it.
  useEffect(() => {
    if (notice && toBanner.current) banner.current?.focus()
    toBanner.current = false
  }, [notice])

  function mark(found: Problems<Name>) {
    setProblems(found)
    focusFirst(fields.filter((name) => found[name]).map((name) => inputOf(form.current, name)))
  }

  function announce(next: Notice) {
    if (noticeAt) return mark(problemAt(noticeAt, next.text))
    toBanner.current = true
    // A new object renders again, so that the same notice is announced a second time.
    setNotice({ ...next })
  }

  function checked(): Problems<Name> {
    const values = fields.map((name) => [name, inputOf(form.current, name)?.value ?? ''])
    // The keys are those of `fields`.
    const errors = check?.(Object.fromEntries(values) as Record<Name, string>) ?? []
    return problemsOf(errors, fields, messageOf)
  }

  function forget(name: Name) {
    if (problems[name]) setProblems((before) => ({ ...before, [name]: undefined }))
  }

  const field = (name: Name) => ({ name, error: problems[name], onEdit: () => forget(name) })

  /**
   * Shows the error of a field as soon as the focus moves to another field, except for an empty one. An error on the way
   * to a button would shift it between press and release and swallow the click.
   */
  function leave(name: Name, to: EventTarget | null) {
    if (!(to instanceof HTMLInputElement) || !inputOf(form.current, name)?.value.trim()) return
    const found = checked()[name]
    if (found) setProblems((before) => ({ ...before, ...problemAt(name, found) }))
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    const sent = { form: event.currentTarget, token: current.current }
    const wrong = checked()
    if (Object.keys(wrong).length > 0) {
      setNotice(null)
      return mark(wrong)
    }
    if (!navigator.onLine)
      return announce({ title: t('payer-form.offline.title'), text: t('payer-form.offline.text') })
    sending.current = true
    setBusy(true)
    setNotice(null)
    setProblems({})
    const prepared = (await prepare?.(sent.form)) ?? { fields: {} }
    const reaction = 'fields' in prepared ? await send(sent, prepared.fields) : prepared
    if (reaction === 'leaves') return
    sending.current = false
    setBusy(false)
    if ('errors' in reaction) return mark(problemsOf(reaction.errors, fields, messageOf))
    // The token stays the same while the attempt is undecided, because an earlier request may still be under way.
    if (reaction.renewsToken) current.current = randomUuid()
    announce(reaction.notice)
  }

  async function send(sent: Sent, prepared: Readonly<Record<string, string>>): Promise<Reaction> {
    const data = new FormData(sent.form)
    data.set(token.name, sent.token)
    for (const [name, value] of Object.entries(prepared)) data.set(name, value)
    onSend?.(sent.token)
    for (let times = 0; times < 2; times += 1) {
      const answer = await postForm<Answer>(action, data)
      const reaction = isOwn(answer) ? await react(answer, sent) : reactionTo(answer, noun, t)
      if (reaction !== 'again') return reaction
    }
    return reactionTo(null, noun, t)
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
      onSubmit={submit}
      noValidate={isScripted}
      aria-busy={busy}
      className={className}
    >
      <input type="hidden" name={token.name} value={token.value} />
      {title ? <h2 className="text-lg">{title}</h2> : null}
      <div ref={banner} tabIndex={-1} className="scroll-mt-14 empty:hidden">
        {notice ? (
          <Banner tone="danger" title={notice.title} announce>
            {notice.text}
          </Banner>
        ) : null}
      </div>
      {children({ busy, field, problems, forget, leave })}
    </form>
  )
}

function focusFirst(inputs: readonly (HTMLInputElement | null)[]): void {
  for (const input of inputs) {
    const part = input?.closest('details')
    if (part) part.open = true
  }
  inputs[0]?.focus()
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  const element = form?.elements.namedItem(name)
  return element instanceof HTMLInputElement ? element : null
}

function problemAt<Name extends string>(name: Name, text: string): Problems<Name> {
  const problems: Problems<Name> = {}
  problems[name] = text
  return problems
}

type Failure = CommonAnswer | { status: 'wrong_address' } | null

const common: ReadonlySet<string> = new Set(['invalid', 'too_many', 'unavailable', 'wrong_address'])

function isOwn<Answer extends { status: string }>(answer: Answer | Failure): answer is Answer {
  return answer !== null && !common.has(answer.status)
}

function reactionTo(answer: Failure, noun: FormNoun, t: Translate): Reaction {
  const lost = { title: t(`${noun}.lostTitle`), text: t(`${noun}.lost`) }
  switch (answer?.status) {
    case 'invalid':
      return { errors: answer.fields }
    case 'too_many': {
      const text = t(`${noun}.tooMany`, { seconds: answer.retry_after_s })
      return { notice: { title: t(`${noun}.tooManyTitle`), text } }
    }
    case 'unavailable':
      return { notice: { title: t(`${noun}.bankDownTitle`), text: t(`${noun}.bankDown`) } }
    case 'wrong_address': {
      const notice = { title: t('pay-form.wrongAddress.title'), text: t('pay-form.wrongAddress.text') }
      return { notice: noun === 'pay-form' ? notice : lost }
    }
    default:
      return { notice: lost }
  }
}

/** Posts a form. Returns null if no answer arrived, or none that reports the outcome. */
async function postForm<Answer>(action: string, data: FormData): Promise<Answer | Failure> {
  const body = new URLSearchParams()
  for (const [name, value] of data) if (typeof value === 'string') body.set(name, value)
  try {
    const response = await fetch(action, { method: 'POST', headers: { accept: 'application/json' }, body })
    // The service refused the request unread, because its address differs from the page's.
    if (response.status === 403) return { status: 'wrong_address' }
    // The cast is the route's own response type, of which the forms read the status first.
    return response.ok || response.status === 429 ? ((await response.json()) as Answer) : null
  } catch {
    return null
  }
}

export type FormErrors = readonly Pick<ContractError, 'field' | 'code'>[]

/** Returns the message for a field's error; for an unknown code the field's own one. */
export function messagesOf(t: Translate, noun: FormNoun) {
  return (field: string, code: string) =>
    t.first(
      `${noun}.problems.${field}.${code}`,
      `card-fields.problems.${field}.${code}`,
      `${noun}.problems.${field}`,
      `card-fields.problems.${field}`,
    )
}

/** Returns the messages of the form's own fields, the first error of each. */
export function problemsOf<Name extends string>(
  errors: FormErrors,
  fields: readonly Name[],
  messageOf: (field: string, code: string) => string | undefined,
): Problems<Name> {
  const problems: Problems<Name> = {}
  for (const { field, code } of errors) {
    const name = fields.find((known) => known === field)
    const message = messageOf(field, code)
    if (name && message) problems[name] ??= message
  }
  return problems
}

/** Renders a larger input. Scrolled into view, it keeps its label, the heading above and an error below visible. */
export function PayInput({ className, ...rest }: ComponentProps<typeof Input>) {
  return <Input {...rest} className={cn('min-h-11 scroll-mt-24 scroll-mb-14 text-lg', className)} />
}

export function EmailInput(props: Pick<ComponentProps<'input'>, 'defaultValue' | 'onBlur'>) {
  return (
    <PayInput
      {...props}
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  )
}

type ConsentProps = {
  name: string
  label: string
  note: string
  error?: string | undefined
  required?: boolean
  onChange?: () => void
}

export function Consent({ name, label, note, error, required, onChange }: ConsentProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={`${id}-box`} className="flex items-start gap-2.5">
        <span className="mt-0.5 flex">
          <Checkbox
            id={`${id}-box`}
            name={name}
            value="1"
            required={required}
            aria-invalid={error ? true : undefined}
            // The note is part of the clickable label, but screen readers read it as the description.
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-note ${id}-error`}
            onChange={onChange}
          />
        </span>
        <span className="min-w-0">
          <span id={`${id}-label`} className="wrap-break-word font-medium">
            {label}
          </span>
          <span id={`${id}-note`} className="block wrap-break-word text-muted text-sm">
            {note}
          </span>
        </span>
      </label>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

/** Renders the line that asks the payer to keep the page open. It always exists, so that screen readers announce its text. */
export function KeepOpen({ busy }: { busy: boolean }) {
  const t = useTexts()
  return (
    <p role="status" className="min-h-4 text-center font-medium text-xs">
      {busy ? t('payer-form.keepOpen') : null}
    </p>
  )
}
