'use client'

import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { FieldError } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { links } from '@/lib/messages/links'
import { METADATA_ROWS_MAX, type MetadataRow } from './metadata-draft'

const copy = links.form.metadata

type Props = {
  rows: readonly MetadataRow[]
  problem: { key: number; message: string } | null
  onChange: (rows: readonly MetadataRow[]) => void
}

/** Renders the merchant's references: a name and a value each. */
export function MetadataFields({ rows, problem, onChange }: Props) {
  const group = useRef<HTMLFieldSetElement>(null)
  const change = (key: number, part: Partial<MetadataRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    onChange([...rows, { key, name: '', value: '' }])
    requestAnimationFrame(() =>
      group.current?.querySelector<HTMLElement>(`[name="metadata-name-${key}"]`)?.focus(),
    )
  }
  return (
    <fieldset ref={group} className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{copy.legend}</legend>
      <p className="text-muted text-xs">{copy.hint}</p>
      {rows.map((row, index) => {
        const wrong = problem?.key === row.key
        const errorId = `metadata-error-${row.key}`
        return (
          <div key={row.key} className="flex flex-col gap-1">
            <div className="flex items-center gap-2">
              <Input
                name={`metadata-name-${row.key}`}
                aria-label={copy.name(index + 1)}
                aria-invalid={wrong || undefined}
                aria-describedby={wrong ? errorId : undefined}
                placeholder={copy.nameHint}
                autoComplete="off"
                value={row.name}
                onChange={(event) => change(row.key, { name: event.target.value })}
              />
              <Input
                name={`metadata-value-${row.key}`}
                aria-label={copy.value(index + 1)}
                placeholder={copy.valueHint}
                autoComplete="off"
                dir="auto"
                value={row.value}
                onChange={(event) => change(row.key, { value: event.target.value })}
              />
              <Button
                size="icon"
                variant="quiet"
                aria-label={copy.remove(row.name)}
                onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
              >
                <X aria-hidden className="size-4" />
              </Button>
            </div>
            <FieldError id={errorId} message={wrong ? problem.message : undefined} />
          </div>
        )
      })}
      {rows.length < METADATA_ROWS_MAX ? (
        <Button
          size="sm"
          className="mt-1 self-start"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={add}
        >
          {copy.add}
        </Button>
      ) : (
        <p className="text-muted text-xs">{copy.full(METADATA_ROWS_MAX)}</p>
      )}
    </fieldset>
  )
}
