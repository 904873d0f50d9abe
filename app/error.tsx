'use client'

import { Failed } from '@/components/page/failed'

/** Shows an error outside the shell. */
export default Failed
