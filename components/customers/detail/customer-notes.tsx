import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { reasonOf } from '@/components/data/failure-toast'
import { savedText, saveText } from '@/components/data/saved-draft'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FieldError } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { CUSTOMER_NOTES_MAX } from '@/lib/contract/limits'
import { codePoints, normalizeText } from '@/lib/domain/text'
import { common } from '@/lib/messages/common'
import { customerDetail } from '@/lib/messages/customer-detail'
import { links } from '@/lib/messages/links'
import type { UpdateCustomerAction } from './customer-actions'
import { useUpdateCustomer } from './use-update-customer'

const copy = customerDetail.notes

type Props = {
  id: string
  /** Key under which an unsaved note is kept within its tab. */
  saveAs: string
  notes: string | null
  isMasked: boolean
  /** Null if the notes are read-only. */
  update: UpdateCustomerAction | null
}

/** Renders the notes on a customer with editing in place. */
export function CustomerNotes({ id, saveAs, notes, isMasked, update }: Props) {
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  const [restored, setRestored] = useState<string | null>(null)
  const mayEdit = update !== null
  useEffect(() => {
    const saved = mayEdit ? savedText(saveAs) : null
    if (saved === null) return
    setRestored(saved)
    setEditing(true)
  }, [mayEdit, saveAs])
  function close() {
    saveText(saveAs, null)
    setRestored(null)
    setEditing(false)
  }
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return (
    <Card
      title={copy.title}
      action={
        update && !isEditing ? (
          <Button ref={button} size="sm" onClick={() => setEditing(true)}>
            {notes ? copy.edit : copy.add}
          </Button>
        ) : undefined
      }
    >
      {update && isEditing ? (
        <NotesForm
          id={id}
          saveAs={saveAs}
          notes={notes ?? ''}
          restored={restored}
          update={update}
          onClose={close}
        />
      ) : notes && isMasked ? (
        <p className="text-muted">{copy.hidden}</p>
      ) : notes ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {notes}
        </p>
      ) : (
        <p className="text-muted">{copy.none}</p>
      )}
    </Card>
  )
}

type FormProps = {
  id: string
  saveAs: string
  notes: string
  /** Unsaved text of an earlier visit. */
  restored: string | null
  update: UpdateCustomerAction
  onClose: () => void
}

function NotesForm({ id, saveAs, notes, restored, update, onClose }: FormProps) {
  const errorId = useId()
  const send = useUpdateCustomer(update)
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(restored ?? notes)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isRestored = restored !== null
  useEffect(() => {
    // The focus stays, so that a page with a restored note opens at its top.
    if (isRestored) return
    area.current?.focus()
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
  }, [isRestored])

  function change(typed: string) {
    setText(typed)
    saveText(saveAs, typed === notes ? null : typed)
  }

  const left = CUSTOMER_NOTES_MAX - codePoints(normalizeText(text))

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (left < 0) return refuse(copy.tooLong)
    if (normalizeText(text) === notes) return onClose()
    setBusy(true)
    setProblem(undefined)
    const result = await send({ id, notes: normalizeText(text) || null })
    if (result?.ok) return onClose()
    setBusy(false)
    refuse([copy.failed, reasonOf(result)].filter(Boolean).join(' '))
  }

  function refuse(message: string) {
    setProblem(message)
    area.current?.focus()
  }

  function saveByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }

  return (
    <form onSubmit={save} className="flex flex-col gap-2">
      <Textarea
        ref={area}
        rows={4}
        aria-label={copy.title}
        aria-describedby={errorId}
        aria-invalid={problem !== undefined || left < 0 || undefined}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={saveByKey}
      />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div id={errorId} className="min-w-0 flex-1 basis-32 pt-1">
          <p className="tnum text-muted text-xs">
            {isRestored ? `${links.form.draftRestored}. ` : null}
            {left < 0 ? links.form.charactersOver(-left) : links.form.charactersLeft(left)}
          </p>
          <FieldError id={`${errorId}-problem`} message={problem} />
        </div>
        <div className="flex gap-2">
          <Button size="sm" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button size="sm" type="submit" variant="primary" busy={busy} busyLabel={copy.saving}>
            {copy.save}
          </Button>
        </div>
      </div>
    </form>
  )
}
