'use client'

import { Failed } from '@/components/shell/failed'

export default Failed
