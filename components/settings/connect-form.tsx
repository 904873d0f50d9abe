'use client'

import { type FormEvent, useRef, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useGo } from '@/components/shell/navigation/use-go'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'
import { CommandBlock } from './command-block'

const copy = settings.connect
const KEY_COMMAND = 'npm run -s operator -- key create --account acct_… --name dashboard'
type FieldName = keyof typeof copy.problems
const fieldNames: readonly FieldName[] = ['base_url', 'api_key']

type Props = {
  connect: (input: Record<FieldName, string>) => Promise<ActionResult<{ slug: string }>>
  /** Screen of the new account to open after it is connected. */
  opens: '/' | '/settings/webhook'
  /** Null if there is no page to return to. */
  cancelHref: string | null
}

/** Returns whether an error concerns the address: the host is unreachable, or is not a payments service. */
function isAboutAddress(code: string): code is Exclude<keyof typeof copy.refused, 'invalid_api_key'> {
  return code !== 'invalid_api_key' && Object.hasOwn(copy.refused, code)
}

/** Renders the form for an account's address and key. The key is sent once and never shown again. */
export function ConnectForm({ connect, opens, cancelHref }: Props) {
  const go = useGo()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Partial<Record<FieldName, string>>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  function show(found: Partial<Record<FieldName, string>>) {
    setProblems(found)
    const first = fieldNames.find((name) => found[name])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const typed = { base_url: String(data.get('base_url') ?? ''), api_key: String(data.get('api_key') ?? '') }
    const missing = fieldNames.filter((name) => typed[name].trim() === '')
    if (missing.length > 0)
      return show(Object.fromEntries(missing.map((name) => [name, copy.problems[name]])))
    setBusy(true)
    setProblems({})
    setFailure(null)
    const result = await connect(typed).catch(() => null)
    if (result?.ok) {
      go(accountPath(result.data.slug, opens), { whenBack: true })
      return
    }
    setBusy(false)
    const fields = result?.error.fields ?? []
    if (fields.length > 0)
      return show(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
    const code = result?.error.code ?? ''
    if (code === 'invalid_api_key') return show({ api_key: copy.refused[code] })
    if (isAboutAddress(code)) return show({ base_url: copy.refused[code] })
    setFailure({ message: result?.error.message ?? copy.noAnswer, requestId: result?.error.requestId })
  }

  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
      <form
        ref={form}
        onSubmit={submit}
        method="post"
        noValidate
        className="flex min-w-0 flex-col rounded-xl bg-surface shadow-card"
      >
        <div className="flex flex-col gap-5 px-4 py-5 sm:px-6 sm:py-6">
          <Field label={copy.baseUrl} hint={copy.baseUrlHint} error={problems.base_url} required>
            <Input name="base_url" type="url" inputMode="url" autoComplete="off" spellCheck={false} />
          </Field>
          <Field label={copy.apiKey} hint={copy.apiKeyHint} error={problems.api_key} required>
            <Input name="api_key" type="password" autoComplete="off" spellCheck={false} />
          </Field>
        </div>
        <div className="flex flex-wrap gap-2 border-t px-4 py-4 sm:px-6">
          {/* The failure is next to the submit button, where the user looks after a click. */}
          {failure ? (
            <FailureBanner title={copy.failed} failure={failure} className="mb-1 basis-full" />
          ) : null}
          <Button type="submit" variant="primary" busy={busy} busyLabel={copy.busy} className="max-sm:grow">
            {copy.submit}
          </Button>
          {cancelHref === null ? null : (
            <Button asChild variant="quiet">
              <PageLink href={cancelHref}>{common.cancel}</PageLink>
            </Button>
          )}
        </div>
      </form>
      <aside aria-labelledby="connect-where" className="max-w-prose text-sm lg:pt-1">
        <h2 id="connect-where" className="text-base">
          {copy.where}
        </h2>
        <ol className="mt-2 flex list-decimal flex-col gap-2 pl-5 text-muted marker:text-muted">
          {copy.steps.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        <p className="mt-3 mb-2 text-muted">{copy.command}</p>
        <CommandBlock command={KEY_COMMAND} label={copy.commandLabel} />
        <p className="mt-3 text-muted">{copy.after}</p>
      </aside>
    </div>
  )
}
