'use client'

import { type FormEvent, useState } from 'react'
import type { ActionResult } from '@/components/data/action-result'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Property, PropertyList } from '@/components/ui/property-list'
import { useToast } from '@/components/ui/toast'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'

const words = settings.webhook

type Props = {
  address: string
  addSecret: (input: { secret: string }) => Promise<ActionResult<unknown>>
}

/** Where the host sends its events, and the secret that proves them. */
export function WebhookCard({ address, addSecret }: Props) {
  const toast = useToast()
  const [problem, setProblem] = useState<string | undefined>()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const secret = String(new FormData(form).get('secret') ?? '').trim()
    if (busy) return
    if (secret === '') return setProblem(words.secretMissing)
    setBusy(true)
    setProblem(undefined)
    setFailure(null)
    const result = await addSecret({ secret }).catch(() => null)
    setBusy(false)
    if (result?.ok) {
      form.reset()
      toast({ message: words.saved })
      return
    }
    const [field] = result?.error.fields ?? []
    if (field) setProblem(field.message)
    else setFailure(result?.error.message ?? settings.connect.noAnswer)
  }

  return (
    <Card title={words.title}>
      <p className="mb-3 text-muted">{words.lead}</p>
      <PropertyList>
        <Property
          name={words.address}
          action={
            <CopyButton
              iconOnly
              variant="quiet"
              value={address}
              label={common.copyThing(words.address)}
              copiedLabel={common.copied}
              failedLabel={common.copyFailed}
            />
          }
        >
          <span className="wrap-anywhere font-mono text-sm">{address}</span>
        </Property>
      </PropertyList>
      <form onSubmit={submit} method="post" noValidate className="mt-4 flex flex-col gap-4">
        {failure ? (
          <Banner tone="danger" title={words.failed} announce>
            {failure}
          </Banner>
        ) : null}
        <Field label={words.secret} hint={words.secretHint} error={problem}>
          <Input name="secret" type="password" autoComplete="off" spellCheck={false} />
        </Field>
        <Button type="submit" busy={busy} className="self-start">
          {busy ? words.busy : words.submit}
        </Button>
      </form>
    </Card>
  )
}
