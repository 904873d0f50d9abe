import { Download, FileSpreadsheet } from 'lucide-react'
import { type DragEvent, type RefObject, useState } from 'react'
import { saveFile } from '@/components/links/save-file'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { linkImports as copy } from '@/lib/messages/link-imports'
import { cn } from '@/lib/ui/cn'

const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values'

type Props = {
  text: string
  field: RefObject<HTMLTextAreaElement | null>
  /** True while the text is being sent. */
  isBusy: boolean
  /** Name of the chosen file; null for pasted rows or none. */
  fileName: string | null
  onFile: (file: File) => void
  onText: (text: string) => void
}

/** Renders the source of a link import: a dropped or chosen file, or pasted rows; beside it the headings. */
export function LinkImportSource({ text, field, isBusy, fileName, onFile, onText }: Props) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <Card className="flex min-w-0 flex-col gap-4">
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
            className="field-sizing-content max-h-60 min-h-30 overflow-x-auto whitespace-pre font-mono text-sm"
          />
        </Field>
      </Card>
      <Columns isFolded={text !== ''} />
    </div>
  )
}

/** Renders the known headings, on a phone only without rows, whose preview they would push down. */
function Columns({ isFolded }: { isFolded: boolean }) {
  const { title, download, template, templateFile, known, required } = copy.columns
  return (
    <Card
      title={title}
      className={isFolded ? 'max-lg:hidden' : ''}
      action={
        <Button
          size="sm"
          icon={<Download aria-hidden className="size-4" />}
          onClick={() => saveFile(new Blob([template], { type: 'text/csv' }), templateFile)}
        >
          {download}
        </Button>
      }
    >
      <dl className="flex flex-col text-sm">
        {known.map(([column, meaning, isRequired]) => (
          <div key={column} className="border-border/70 border-t py-2 first:border-t-0">
            <dt className="flex flex-wrap items-baseline justify-between gap-x-2">
              <span className="font-medium font-mono">{column}</span>
              {isRequired ? <span className="text-muted text-xs">{required}</span> : null}
            </dt>
            <dd className="text-pretty text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Renders a native file field with a large drop area. */
function DropZone({ fileName, onFile }: Pick<Props, 'fileName' | 'onFile'>) {
  const [isOver, setOver] = useState(false)
  const over = (next: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(next)
    const [file] = event.type === 'drop' ? event.dataTransfer.files : []
    if (file) onFile(file)
  }
  return (
    <label
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={over(false)}
      className={cn(
        'relative flex cursor-pointer flex-col items-center gap-1 rounded-lg border-2 border-dashed px-4 py-7 text-center transition-colors hover:border-border-strong hover:bg-hover',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
        isOver && 'border-accent bg-accent-soft',
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
