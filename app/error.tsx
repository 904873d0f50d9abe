'use client'

import { Failed } from '@/components/shell/failure/failed'

/** Shows an error outside the shell. */
export default Failed
