import { ScreenNotFound } from '@/components/page/screen-not-found'

/** Not-found page inside the shell, so that every other screen stays reachable. */
export default ScreenNotFound
