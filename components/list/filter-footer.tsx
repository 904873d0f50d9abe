import { Button } from '@/components/ui/button'
import { PanelFoot } from '@/components/ui/panel-foot'

type Props = { clear: string; apply: string; onClear: () => void }

/** The end of a filter's form: take the filter away, or use what was typed. */
export function FilterFooter({ clear, apply, onClear }: Props) {
  return (
    <PanelFoot>
      <Button variant="quiet" onClick={onClear}>
        {clear}
      </Button>
      <Button type="submit" variant="primary" className="max-sm:grow">
        {apply}
      </Button>
    </PanelFoot>
  )
}
