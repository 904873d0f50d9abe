import { Button } from '@/components/ui/button'

type Props = { clear: string; apply: string; onClear: () => void }

/** The end of a filter's form: take the filter away, or use what was typed. */
export function FilterFooter({ clear, apply, onClear }: Props) {
  return (
    <div className="-mx-1.5 -mb-1.5 mt-1 flex justify-end gap-2 border-t px-3 py-2.5">
      <Button size="sm" variant="quiet" onClick={onClear}>
        {clear}
      </Button>
      <Button size="sm" type="submit" variant="primary">
        {apply}
      </Button>
    </div>
  )
}
