'use client'

import { Failed } from '@/components/shell/failed'

/** Caught inside the shell, so that the rest of the dashboard stays within reach. */
export default Failed
