import { Lost } from '@/components/shell/lost'

/** Inside the shell: the way to everything else stays open. */
export default Lost
