import { FileSpreadsheet } from 'lucide-react'

type Props = { label: string; accept: string; onFile: (file: File) => void }

export function OpenFile({ label, accept, onFile }: Props) {
  return (
    <label className="hit relative inline-flex cursor-pointer items-center gap-2 rounded-md border border-border bg-surface px-3 font-medium hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
      <FileSpreadsheet aria-hidden className="size-4" />
      {label}
      <input
        type="file"
        accept={accept}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
          // The value is reset, so that choosing the same, corrected file raises an event again.
          event.target.value = ''
        }}
      />
    </label>
  )
}
