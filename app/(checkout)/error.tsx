'use client'

import { Failed } from '@/components/page/failed'

/** Shows an error of a payer's page. */
export default Failed
