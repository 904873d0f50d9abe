import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { savedText, useSavedDraft } from '@/components/data/saved-draft'
import { useActionForm } from '@/components/data/use-action-form'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FieldError } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { CUSTOMER_NOTES_MAX } from '@/lib/contract/limits'
import { codePoints, normalizeText } from '@/lib/domain/text'
import { common } from '@/lib/messages/common'
import { customerDetail } from '@/lib/messages/customer-detail'
import { links } from '@/lib/messages/links'
import { useUpdateCustomer } from './use-update-customer'

const copy = customerDetail.notes

type Props = {
  id: string
  /** Key under which an unsaved note is kept within its tab. */
  saveAs: string
  notes: string | null
  isMasked: boolean
  /** Null if the notes are read-only. */
  mayEdit: boolean
}

/** Renders the notes on a customer with editing in place. */
export function CustomerNotes({ id, saveAs, notes, isMasked, mayEdit }: Props) {
  const [editing, setEditing] = useState<'restored' | 'pressed' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (mayEdit && savedText(saveAs) !== null) setEditing('restored')
  }, [mayEdit, saveAs])
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing !== null
  }, [editing])
  return (
    <Card
      title={copy.title}
      action={
        mayEdit && !editing ? (
          <Button ref={button} size="sm" onClick={() => setEditing('pressed')}>
            {notes ? copy.edit : copy.add}
          </Button>
        ) : undefined
      }
    >
      {mayEdit && editing ? (
        <NotesForm
          id={id}
          saveAs={saveAs}
          notes={notes ?? ''}
          takesFocus={editing === 'pressed'}
          onClose={() => setEditing(null)}
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
  /** False for a restored note: its page opens at the top. */
  takesFocus: boolean
  onClose: () => void
}

function NotesForm({ id, saveAs, notes, takesFocus, onClose }: FormProps) {
  const errorId = useId()
  const send = useUpdateCustomer()
  const area = useRef<HTMLTextAreaElement>(null)
  const { draft, isRestored, change, forget } = useSavedDraft(saveAs, { text: notes })
  const text = normalizeText(draft.text)
  const left = CUSTOMER_NOTES_MAX - codePoints(text)
  const form = useActionForm({
    fields: ['notes'],
    check: () => (left < 0 ? { notes: copy.tooLong } : {}),
    act: () => send({ id, notes: text || null }),
    onDone: close,
    onRefusal: ({ message }) => ({ notes: `${copy.failed} ${message}` }),
    noAnswer: copy.failed,
  })
  useEffect(() => {
    if (!takesFocus) return
    area.current?.focus()
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
  }, [takesFocus])

  function close() {
    forget()
    onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    if (text !== notes) return form.props.onSubmit(event)
    event.preventDefault()
    close()
  }

  function saveByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }

  const { problems, failure } = form
  const problem = problems.notes ?? failure?.message
  return (
    <form {...form.props} onSubmit={submit} className="flex flex-col gap-2">
      <Textarea
        ref={area}
        name="notes"
        rows={4}
        aria-label={copy.title}
        aria-describedby={errorId}
        aria-invalid={problem !== undefined || left < 0 || undefined}
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
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
          <Button size="sm" onClick={close}>
            {common.cancel}
          </Button>
          <Button size="sm" type="submit" variant="primary" busy={form.busy} busyLabel={copy.saving}>
            {copy.save}
          </Button>
        </div>
      </div>
    </form>
  )
}
