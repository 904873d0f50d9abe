'use client'

import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, type ReactNode, type RefObject, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { linkImports } from '@/lib/messages/link-imports'
import { cn } from '@/lib/ui/cn'
import { TemplateButton } from './template-button'

const copy = linkImports
const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values'

type Props = {
  text: string
  /** The textarea, in which mistakes are corrected. */
  field: RefObject<HTMLTextAreaElement | null>
  /** True while the text is being sent, which makes the textarea read-only. */
  isBusy: boolean
  /** True if the table has valid headings. Phones then hide the card about the columns. */
  isRead: boolean
  /** Name of the chosen file; null for pasted rows or none. */
  fileName: string | null
  onFile: (file: File) => void
  onText: (text: string) => void
  onSample: () => void
  /** Problems of the table. */
  children: ReactNode
}

/** Renders the source of a link import: a dropped or chosen file, or pasted rows; beside it the headings. */
export function LinkImportSource(props: Props) {
  const { text, field, isBusy, isRead, fileName, onFile, onText, onSample, children } = props
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <div className="min-w-0">
        <Card className="flex flex-col gap-4">
          <DropZone fileName={fileName} onFile={onFile} />
          <Field label={copy.paste} hint={copy.pasteHint}>
            <Textarea
              ref={field}
              name="rows"
              readOnly={isBusy}
              rows={5}
              spellCheck={false}
              value={text}
              placeholder={copy.columns.sample}
              onChange={(event) => onText(event.target.value)}
              // A paste scrolls to the end of the last line; the first column is more useful.
              onPaste={({ currentTarget }) =>
                requestAnimationFrame(() => currentTarget.scrollTo({ left: 0 }))
              }
              className="field-sizing-content max-h-60 min-h-30 overflow-x-auto whitespace-pre font-mono text-sm"
            />
          </Field>
        </Card>
        {children}
      </div>
      <Card
        title={copy.columns.title}
        // The card is hidden on a phone, where it would separate the rows from their preview.
        className={isRead ? 'max-lg:hidden' : ''}
        action={<TemplateButton />}
      >
        <dl className="flex flex-col text-sm">
          {copy.columns.known.map(([column, meaning, required]) => (
            <div key={column} className="border-border/70 border-t py-2 first:border-t-0">
              <dt className="flex flex-wrap items-baseline justify-between gap-x-2">
                <span className="font-medium font-mono">{column}</span>
                {required ? <span className="text-muted text-xs">{copy.columns.required}</span> : null}
              </dt>
              <dd className="text-pretty text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
        <Button size="sm" className="mt-2" onClick={onSample}>
          {copy.columns.useSample}
        </Button>
      </Card>
    </div>
  )
}

/** Renders a native file field with a large drop area. */
function DropZone({ fileName, onFile }: Pick<Props, 'fileName' | 'onFile'>) {
  const [over, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'relative flex cursor-pointer flex-col items-center gap-1 rounded-lg border-2 border-dashed px-4 py-7 text-center transition-colors hover:border-border-strong hover:bg-hover',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
        over && 'border-accent bg-accent-soft',
      )}
    >
      <FileSpreadsheet aria-hidden className="size-6 text-muted" strokeWidth={1.6} />
      <span className="font-medium">
        <span className="text-accent-text underline underline-offset-3">{copy.file}</span>{' '}
        <span className="pointer-coarse:hidden">{copy.drop}</span>
      </span>
      <span className="wrap-anywhere text-pretty text-muted text-xs">
        {fileName ? <bdi>{copy.fileRead(fileName)}</bdi> : copy.fileHint}
      </span>
      <input
        type="file"
        name="file"
        accept={ACCEPTED}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
          // The same file may be chosen again after a correction.
          event.target.value = ''
        }}
      />
    </label>
  )
}
