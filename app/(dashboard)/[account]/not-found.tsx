import { ScreenNotFound } from '@/components/shell/screen-not-found'

/** Inside the shell, so that every other screen stays within reach. */
export default ScreenNotFound
