import { Button } from '@/components/ui/button'

type Props = { clear: string; apply: string; onClear: () => void }

/** The end of a filter's form: take the filter away, or use what was typed. */
export function FilterFooter({ clear, apply, onClear }: Props) {
  return (
    <div className="mt-1 flex justify-end gap-2 border-t pt-3 max-sm:-mx-5 max-sm:px-5 sm:-mx-3 sm:px-3">
      <Button variant="quiet" onClick={onClear}>
        {clear}
      </Button>
      <Button type="submit" variant="primary" className="max-sm:grow">
        {apply}
      </Button>
    </div>
  )
}
