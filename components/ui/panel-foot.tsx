import { useTexts } from '@/components/texts/texts-provider'
import { Button } from './button'

/** Renders the sticky buttons of a panel's form. They extend through the padding of the scroll container, `--panel-pad`. */
export function PanelFoot({ clear, onClear }: { clear: string; onClear: () => void }) {
  const t = useTexts()
  return (
    <div
      data-panel-foot
      className="sticky mt-auto -bottom-(--panel-pad) z-[2] -mx-(--panel-pad) -mb-(--panel-pad) flex justify-end gap-2 border-t bg-raised px-(--panel-pad) pt-3 pb-[max(0.75rem,var(--panel-pad))] [@media(height<20rem)]:static"
    >
      <Button variant="quiet" onClick={onClear}>
        {clear}
      </Button>
      <Button type="submit" variant="primary" className="max-sm:grow">
        {t('filters.listFilters.apply')}
      </Button>
    </div>
  )
}
