import { Lost } from '@/components/shell/lost'

/** Inside the shell: an object that is not there leaves the way to everything else open. */
export default Lost
